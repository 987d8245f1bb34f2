"""The words of a puzzle: its places, clues, rule instances and facts, as a player would name them.

    phrases            lists and numbers in plain English
    facts              values fixed or ruled out, and what is known of a puzzle
    locating, naming   places; layers and clues, in the words of the spec
    about, saying      what a rule instance is about; facts as phrases
    wording            all of these for one puzzle

All words come from the spec and the puzzle. Each module imports only those above it.
"""
