"""Genres of pzprjs in which cells are shaded in rooms, as `Genre`s of `pzpr_fields`."""

from __future__ import annotations

from pzpr_fields import (
    ARROWS,
    CIRCLES,
    NOTHING,
    SHOWN_CLUE,
    TOTALS,
    Genre,
    cell,
    corners,
    extra,
    joined,
    only,
    outside,
    regions,
    shaded,
    token,
    where,
)

GENRES: dict[str, Genre] = {
    "aqre": Genre(
        "aqre",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "A number counts the": "bkShadeNe",
            "Never are four cells": "cs3 cu3",
            "The shaded cells are": "csDivide",
        },
    ),
    "aquarium": Genre(
        "aquarium",
        {"tank": regions, "total": TOTALS},
        {"water": shaded("~")},
        {
            "Water fills all of": "csNoSupport csNoLevel",
            "A number counts the": "brNoShade exShadeNe",
        },
    ),
    "ayeheya": Genre(
        "ekawayeh",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Shaded cells never": "csAdjacent",
            "A number counts": "bkShadeNe",
            "No straight unshaded": "bkUnshadeConsecGt3",
            "The unshaded cells are": "cuDivideRB",
            "The shaded cells of a": "bkNotSymShade",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "chocona": Genre(
        "chocona",
        {"region": regions, "clue": SHOWN_CLUE},
        {"shaded": shaded()},
        {"Shaded cells form rectangles": "csNotRect", "A number counts the": "bkShadeNe"},
        exceptions={"brNoShade": NOTHING},
    ),
    "cocktail": Genre(
        "cocktail_lamp",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "The shaded cells of": "bkShadeDivide",
            "A number is the": "bkShadeNe",
            "Blocks of different": "cbShade",
            "No 2x2": "cs2x2",
            "All blocks are": "csDivide",
        },
    ),
    "heyablock": Genre(
        "heyablock",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "The shaded cells of": "bkNoShade bkShadeDivide",
            "A number is the": "bkShadeNe",
            "Blocks of different": "cbShade",
            "No straight unshaded": "bkUnshadeConsecGt3",
            "The unshaded cells are": "cuDivide",
        },
    ),
    "heyapin": Genre(
        "heyapin",
        {"room": regions, "clue": SHOWN_CLUE},
        {"pin": corners("qans", {1: "o", 2: "."})},
        {"A number counts the": "bkPinNe", "The pins hold all": "lnPlLoop"},
    ),
    "heyawake": Genre(
        "heyawake",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "A number counts the": "bkShadeNe",
            "No straight unshaded line": "bkUnshadeConsecGt3",
            "The unshaded cells are": "cuDivideRB",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "kuroclone": Genre(
        "kuroclone",
        {"room": regions, "picture": joined(SHOWN_CLUE, cell("qdir", ARROWS))},
        {"black": shaded()},
        {
            "Every room holds two": "cbShade bkUnitNe2",
            "The units of a": "bkDifferentShape",
            "An arrow is not": "anNoShade",
            "A number tells the": "anUnitNe",
        },
    ),
    "marutaring": Genre(
        "marutaring",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "The shaded cells form": "shBranch csDivide shDeadEnd cs2x2",
            "Within a room": "csNotRect",
            "Every room has": "brNoShade bkNoShade bkShadeNe",
        },
    ),
    "nondango": Genre(
        "nondango",
        {"room": regions, "circle": CIRCLES},
        {"black": where(CIRCLES, only("qans", 1, "*", "o"), otherwise=token("-"))},
        {
            "Every room has one": "bkMSGe2 bkNoMS",
            "Three circles side by": "msConsecGt3 muConsecGt3",
        },
    ),
    "oneroom": Genre(
        "one_room_one_door",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "Two rooms are joined": "bdDoorsGt",
            "The unshaded cells are": "cuDivideRB bkSubdivided",
            "A number counts the": "brNoShade bkShadeNe",
        },
    ),
    "shimaguni": Genre(
        "shimaguni",
        {"room": regions, "clue": SHOWN_CLUE},
        {"island": shaded()},
        {
            "Every room holds one": "bkShadeDivide bkNoShade",
            "Islands of different rooms": "cbShade",
            "A number is the": "bkShadeNe",
            "Rooms that share a": "bsEqShade",
        },
    ),
    "starbattle": Genre(
        "star_battle",
        {"stars": extra("starCount"), "region": regions},
        {"star": shaded("*")},
        {
            "Every row, column and": "bkStarGt bkStarLt lnStarNe",
            "Stars never touch, not": "starAround",
        },
    ),
    "stostone": Genre(
        "stostone",
        {"room": regions, "clue": SHOWN_CLUE},
        {"stone": shaded()},
        {
            "Every room holds one": "bkShadeDivide bkShadeNe bkNoShade",
            "Stones of different rooms": "cbShade",
            "Let fall, the stones": "csUpper cuLower",
        },
    ),
    "tilepaint": Genre(
        "tilepaint",
        {"tile": regions, "total": outside(top="qnum2", left="qnum")},
        {"paint": shaded()},
        {"A tile is painted": "bkMixed", "A number counts the": "asShadeNe"},
        exceptions={"brNoShade": NOTHING},
    ),
    "usoone": Genre(
        "usoone",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "In every room, exactly": "bkLiarNe1",
            "The unshaded cells are": "cuDivideRB",
        },
    ),
}
