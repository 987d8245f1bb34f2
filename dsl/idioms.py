"""Idioms of other languages and of plain English, as patterns of a line, with their translations.

They are those of MiniZinc, ASP, Prolog, Python, JavaScript, SQL, spreadsheets and mathematical
notation; those of declarations are in `idioms_declared`. They are one table, because their order
matters: `spellings` proposes the replacements in this order, and `remedies` keeps the first that
checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from .foreign import KEYWORDS
from .phrases import (
    ARGUMENT,
    BODY,
    BOUND,
    CONDITION,
    FUNCTIONS,
    IN,
    IN_A_BLOCK,
    IS,
    ITEM,
    LAMBDA,
    LINK,
    LOWER,
    MEASURED,
    MEMBERS,
    NEAR,
    NOTHING,
    NUMBER,
    SET,
    SOMETHING,
    START,
    TOGETHER,
    all_in,
    apart,
    best_member,
    bounded,
    comprehension,
    conjunction,
    counted,
    counted_everywhere,
    counted_in_each,
    counted_in_groups,
    drawn,
    filtered,
    held,
    how_many,
    implication,
    joined_sets,
    measured,
    measured_near,
    nested,
    of_both,
    of_each,
    part_of_list,
    power,
    quantified,
    query,
    set_of_words,
    table,
    together,
)

# What replaces a match: a template of `re.Match.expand`, or a function.
Replacement: TypeAlias = str | Callable[[re.Match[str]], str]

_LINES: list[tuple[str, Replacement]] = [
    (
        rf"\b(?P<c>\w+)\s+in\s+filter\(\s*{LAMBDA}(?P<p>{ARGUMENT})\s*,\s*(?P<s>{ARGUMENT})\s*\)",
        filtered,
    ),
    (
        rf"\bmap\(\s*{LAMBDA}(?P<p>{ARGUMENT})\s*,\s*(?P<s>{ARGUMENT})\s*\)",
        r"\g<p> for \g<x> in \g<s>",
    ),
    (
        rf"\bfilter\(\s*{LAMBDA}(?P<p>{ARGUMENT})\s*,\s*(?P<s>{ARGUMENT})\s*\)",
        r"\g<x> for \g<x> in \g<s> if \g<p>",
    ),
    (
        rf"\b(?P<f>\w+)\(\s*{LAMBDA}(?P<p>{ARGUMENT})\s*,\s*(?P<s>{ARGUMENT})\s*\)",
        r"\g<f>(\g<p> for \g<x> in \g<s>)",
    ),
    (
        r"^(?:(?:let|define)\s+)?(?P<f>\w+)\s*=\s*lambda\s+(?P<x>\w+(?:\s*,\s*\w+)*)\s*:\s*",
        r"define \g<f>(\g<x>) = ",
    ),
    (
        rf"\b{FUNCTIONS}\s*\(\s*(?P<x>{MEMBERS})\s*(?::|\||\bwhere\b)\s*(?P<p>{BODY})\)",
        quantified,
    ),
    (
        rf"(?P<o>[(\[{{])(?P<e>{BODY})\s*(?:[|:]|\b(?:where|when|if)\b)\s*(?P<x>{MEMBERS})"
        rf"(?:\s*,\s*(?P<p>{BODY}))?\s*(?P<c>[)\]}}])",
        comprehension,
    ),
    (rf"\bno\s+(?P<x>{MEMBERS})\s*[:|,]\s*(?P<p>.+?)\s*$", r"not any(\g<p> for \g<x>)"),
    (rf"\b{BOUND}{NUMBER}\s+(?P<x>{MEMBERS})\s*[:|,]\s*(?P<p>.+?)\s*$", how_many),
    (
        rf"\b{BOUND}{NUMBER}\s+of\s+(?:the\s+)?(?P<s>{ITEM})\s+(?:is|are|be)\s+(?:an?\s+)?(?P<x>{ITEM})",
        counted,
    ),
    (rf"\b{BOUND}(?P<k>\w+)\s+(?:of\s+)?(?P<x>{ITEM}){IN}(?P<s>{ITEM})", counted),
    (rf"\b{BOUND}(?P<k>\w+)\s+(?:of\s+)?(?P<x>{ITEM}){IN}(?P<s>{ITEM})", held),
    (rf"\b{BOUND}(?P<k>\w+)\s+(?:of\s+)?(?P<x>{ITEM})", counted_everywhere),
    (
        rf"\b(?:each|every)\s+(?P<s>(?!row\b|column\b)\w+)\s+"
        rf"(?:has|have|contains?|holds?)\s+{BOUND}?{NUMBER}\s+(?P<x>{ITEM})(?:\s+cells)?",
        counted_in_groups,
    ),
    (
        rf"\b(?:each|every)\s+(?P<s>\w+)(?:\s+and\s+(?:(?:each|every)\s+)?(?P<t>\w+))?\s+"
        rf"(?:has|have|contains?|holds?)\s+{BOUND}?{NUMBER}\s+(?P<x>{ITEM})(?:\s+cells)?",
        counted_in_each,
    ),
    (
        r"\bno\s+(?:two\s+)?(?P<x>\w+)(?:\s+cells)?\s+(?:are\s+|may\s+be\s+|may\s+)?"
        rf"(?P<n>{'|'.join(NEAR)})\b(?:\s+(?:each\s+other|one\s+another|another)\b)?",
        apart,
    ),
    (
        r"\b(?P<x>\w+)(?:\s+cells)?\s+(?:are|do|may|can|must)\s+(?:not|never)\s+(?:be\s+)?"
        rf"(?P<n>{'|'.join(NEAR)})\b(?:\s+(?:each\s+other|one\s+another)\b)?",
        apart,
    ),
    (
        rf"(?P<s>{ITEM})\s+(?:has|have|contains?|holds?)\s+{BOUND}?{NUMBER}\s+(?P<x>{ITEM})",
        counted,
    ),
    (
        rf"(?P<s>{ITEM})\s+(?:has|have|contains?|holds?)\s+{BOUND}?{NUMBER}\s+(?P<x>{ITEM})",
        held,
    ),
    (rf"(?P<x>{ITEM})\s+matches\s+(?P<s>\"[^\"]*\"|{ITEM})", r"matches(\g<x>, \g<s>)"),
    (rf"(?P<x>{ITEM})\s+is\s+(?:an?\s+)?palindrom(?:e|ic)\b", r"\g<x> = reversed(\g<x>)"),
    (
        r"\b(?:all\s+|the\s+)*(?P<x>\w+)\s+(?:cells\s+)?(?:is|are|be|forms?)\s+(?:all\s+)?"
        r"(?:an?\s+|one\s+)?(?:single\s+)?(?P<f>connected|acyclic|loop|path)\b"
        r"(?:\s+(?:area|group|piece|region)\b)?",
        r"\g<f>(\g<x>)",
    ),
    (
        rf"{MEASURED}\s+(?:that\s+are\s+)?(?P<n>{'|'.join(NEAR)})\s+(?:to\s+)?(?P<c>{ITEM})"
        rf"(?:{IS})?",
        measured_near,
    ),
    (rf"{MEASURED}(?:{IN}(?P<s>{ITEM}))?(?:{IS})?", measured),
    (r"(?<=\()\s*(?P<x>\w+)\s+cells\b", r"\g<x>"),
    (rf"\bnot\s+both\s+(?P<p>{ITEM})\s+and\s+(?P<q>{ITEM})", r"not (\g<p> and \g<q>)"),
    (rf"(?P<x>{ITEM})\s+(?:is|are|must\s+be)\s+{BOUND}{NUMBER}\b", bounded),
    (rf"(?P<o>!?=)\s*not\s+(?P<x>{ITEM})", r"\g<o> (not \g<x>)"),
    (rf"(?P<x>{ITEM})\s+(?:is\s+)?even\b", r"\g<x> % 2 = 0"),
    (rf"(?P<x>{ITEM})\s+(?:is\s+)?odd\b", r"\g<x> % 2 = 1"),
    (rf"(?P<x>{ITEM})\s+(?:is\s+)?divisible\s+by\s+(?P<k>{ITEM})", r"\g<x> % \g<k> = 0"),
    (
        rf"\b(?:all\s+|the\s+)*(?P<x>{ITEM}){IN}(?:(?P<e>each|every|an?)\s+)?(?P<s>{ITEM})\s+"
        rf"(?:are|is|must\s+be)\s+(?:all\s+|pairwise\s+)*(?P<f>{'|'.join(TOGETHER)})\b",
        together,
    ),
    (
        rf"\bno\s+(?P<x>{ITEM})\s+(?:repeats?|is\s+repeated){IN}"
        rf"(?:(?P<e>each|every|an?)\s+)?(?P<s>{ITEM})",
        together,
    ),
    (
        rf"\bno\s+two\s+(?P<x>{ITEM}){IN}(?P<s>{ITEM})\s+are\s+(?:the\s+same|alike|equal)\b",
        r"all_different(\g<x>[\g<s>])",
    ),
    (
        rf"(?P<x>{ITEM})\s+(?:(?:are|is|must\s+be)\s+|(?=all\b))(?:all\s+|pairwise\s+)*"
        rf"(?P<f>{'|'.join(TOGETHER)})\b",
        lambda found: f"{TOGETHER[found['f']]}({found['x']})",
    ),
    (
        rf"(?:\b(?:exists?|some|there is)\s+|∃\s*)(?P<x>{MEMBERS})\s*[:|,]\s*(?P<p>.+?)\s*$",
        r"any(\g<p> for \g<x>)",
    ),
    (
        rf"\b(?:exists?|some|there is)\s+(?:an?\s+)?(?P<e>\w+)\s+in\s+(?P<s>{ITEM})\s*$",
        r"any(x in \g<e> for x in \g<s>)",
    ),
    (
        rf"\bSELECT\s+(?P<e>\w+)\s+FROM\s+(?P<s>{ITEM})\s+WHERE\s+(?P<p>{BODY})(?=\)|\s*$)",
        query,
    ),
    (
        r"^(?P<h>(?:given|find)\s.*?\S)\s+(?:in|for|to|per)\s+"
        r"(?P<x>(?:(?:some|all|every|each|the)\s+)?\w+(?:\(\w*\))?)(?=\s|$)",
        r"\g<h> at \g<x>",
    ),
    (
        r"^(?P<h>(?:given|find)\s+\w+)\s+(?P<a>(?:at|in|on)\s[^:]*\S)\s*:\s*(?P<d>\S.*)$",
        r"\g<h> : \g<d> \g<a>",
    ),
    (
        r"^(?P<h>find\s+\w+\s*:\s*)(?:an?\s+)?(?:sub)?sets?\s+of\s+(?P<s>\w+)\s+at\s+(?P<p>\S.*)$",
        r"\g<h>bool at \g<p>, \g<s>",
    ),
    (r"\bat\s+\((?P<x>\w+(?:\s*,\s*\w+)+)\)", r"at \g<x>"),
    (r"\bat\s+(?P<x>\w+)\s+(?:x|×|\*|by)\s+(?P<y>\w+)", r"at \g<x>, \g<y>"),
    (r"\bat\s+(?:any|optional|maybe|certain|few|several)\s+(?=\w)", "at some "),
    (r"\bat\s+(?P<x>\w+)\s+in\s+some\s+(?=\w)", r"at some \g<x> in "),
    (
        r"\bat\s+(?P<x>\w+(?:\(\w*\))?)\s+(?:optional|optionally|maybe|some)\b",
        r"at some \g<x>",
    ),
    (r"\bat\s+(?P<f>\w+)\(\s*some\s+(?P<x>\w+)\s*\)", r"at some \g<f>(\g<x>)"),
    (
        r"(?P<h>\w+)\s*,\s*(?P<w>as|blank|drawn|from|unknown|where)\s+(?P<x>\"[^\"]*\"|\S+)",
        r"\g<h> \g<w> \g<x>",
    ),
    (r"\bdrawn\s+(?P<x>\"\S+\"(?:\s*,\s*\"\S+\")+)", drawn),
    (r"\bdrawn\s+(?P<x>[^\"\s](?:.*\S)?)\s*$", r'drawn "\g<x>"'),
    (
        r"(?P<h>\bat\s+\S.*?)\s+(?:given|=|like|using|per|by|of)\s+(?P<x>\w+)\s*$",
        r"\g<h> from \g<x>",
    ),
    (r"\b(?:shown|displayed|written)\s+(?:as\s+|by\s+)?(?=\")", "drawn "),
    (r"^(?P<h>(?:given|find)\s.*?\S)\s+(?:outside|around)\s*$", r"\g<h> at some sides"),
    (r":\s*(?P<x>\w+(?:\s+or\s+\w+)+)(?=\s+at\b)", set_of_words),
    (r"\bpicture\s+at\b", "picture of bool at"),
    (r"^(?P<h>(?:given|param)\s[^:]*:\s*)lists?\s+(?:of\s+)?(?P<x>\S+)", r"\g<h>list of \g<x>"),
    (
        r"^(?P<h>(?:given|param)\s[^:]*:\s*)(?P<x>[^\s:]+)\s+lists?\b",
        r"\g<h>list of \g<x>",
    ),
    (
        r"^(?P<h>(?:given|find|param)\s[^:]*:\s*)(?:int|integers?|numbers?|digits?)\s+(?=[\w(]+\s*(?:\.\.|-|–|to\b))",
        r"\g<h>",
    ),
    (r"^param\s+(?P<x>\w+)\s*=?\s*(?P<k>\d+)\s*$", r"param \g<x> : 1..9 = \g<k>"),
    (r"^(?P<h>param\s.*\S)\s+default\s*=?\s*(?P<k>\w+)\s*$", r"\g<h> = \g<k>"),
    (r"^let\s+(?P<h>\w+\s*:\s*.*=.*)$", r"param \g<h>"),
    (r"\b(?P<w>unknown|blank)\s+(?P<x>[^\"\s])(?=\s|$)", r'\g<w> "\g<x>"'),
    (r"(?P<h>\bat\s+\w+)\s+not\s+in\s+(?P<x>\w+)", r"\g<h> - \g<x>"),
    (
        rf"(?P<h>\bfor\s+\w+\s+in\s+)(?P<s>{SET}(?:,(?![^:,]*\bin\b){SET})+)(?=[:)\]}}])",
        joined_sets,
    ),
    (r"\bfor\s+(?:each\s+)?(?P<x>\w+)\s+of\b", r"for \g<x> in"),
    (r"^(?P<i>\s*)otherwise\s*:", r"\g<i>else:"),
    (rf"(?P<h>\b(?:for|if)\b[^:#]*:\s*)#\s*(?P<x>{ITEM})(?P<r>.*)$", r"\g<h>count(\g<x>)\g<r>"),
    (
        r"^(?P<h>(?:given|find|param|grid|let|things|sequence|answer|use|make)\b.*\S)\s*:\s*$",
        r"\g<h>",
    ),
    (r"^use\s+(?P<x>\w+)\s*[,\s]\s*(?P<y>\w+)\s*$", "use \\g<x>\nuse \\g<y>"),
    (r"^make\b[^%]*%.*$", lambda found: found.group().replace("%", "")),
    (r"^(?P<h>make\b.*\b\w+)\s+(?P<k>\d+\s*\.\.\s*\d+)\s*$", r"\g<h> density \g<k>"),
    (r"\blist\s+at\b", "list of 1..9 at"),
    (rf"(?<=:)\s*placements?\s+of\s+(?P<x>{ITEM})", r"one of placements(\g<x>)"),
    (r"^things\s+(?P<x>\w+)\s*$", r"things \g<x> = given"),
    (r"^things\s+(?P<x>\w+)\s*(?=\{)", r"things \g<x> = "),
    (r"^(?P<h>things\s+\w+\s*=\s*)(?P<x>\w+(?:\s*,\s*\w+)+)\s*$", r"\g<h>{\g<x>}"),
    (r"(?<![<>!=])=\s*\((?P<x>[^(),]+(?:,[^(),]+)+)\)", r"in {\g<x>}"),
    (
        r"^sequence\s+(?P<x>(?!up\b)\w+)\s*(?:max|limit|at\s+most|upto|until|to|<=|:|=)?\s*"
        r"(?:[01]\s*\.\.\s*)?(?P<k>\w+)\s*$",
        r"sequence \g<x> up to \g<k>",
    ),
    (r"^sequence\s+(?:(?:up\s+to|of)\s+|(?=\d))(?P<k>\w+)\s*$", r"sequence time up to \g<k>"),
    (r"^(?P<h>sequence\s+\w+\s+up\s+to\s+\w+)\s+(?:moves|moments|steps|turns)\s*$", r"\g<h>"),
    (r"^define\s+(?P<f>\w+)\s*\((?P<x>[\w\s,]*)\)\s*:=?\s*", r"define \g<f>(\g<x>) = "),
    (r"^let\s+(?P<f>\w+)\s*\((?P<x>[\w\s,]+)\)\s*=", r"define \g<f>(\g<x>) ="),
    (r"^let\s+(?P<f>\w+)\s*[(\[]\s*(?P<x>\w+)\s*[)\]]\s*=", r"let \g<f>[\g<x> in cells] ="),
    (
        r"^define\s+(?P<f>\w+)\s+(?P<x>\w+(?:\s*,\s*\w+)*)\s*=",
        r"define \g<f>(\g<x>) =",
    ),
    (
        r"\bfor\s+(?P<a>\w+)\s*(?:!=|<|>)\s*(?P<b>\w+)\s+in\s+(?P<s>\w+)",
        r"for \g<a>, \g<b> in pairs(\g<s>)",
    ),
    (r"\bunless\s+(?P<p>[^:]+?)\s*:", r"if not (\g<p>):"),
    (rf"(?P<x>{ITEM})\s*\+\+", r"\g<x> + 1"),
    (
        rf"(?P<a>{ITEM})\s+(?:is\s+)?(?P<r>adjacent|touching|diagonal|knight)\s+(?:to\s+)?"
        rf"(?P<b>{ITEM})",
        r"\g<r>(\g<a>, \g<b>)",
    ),
    (r"\bfor\s*\(\s*(?P<x>\w+(?:\s*,\s*\w+)+)\s*\)\s*in\b", r"for \g<x> in"),
    (
        r"\bfor\s+(?!(?:each|all|every|any)\b)(?P<a>\w+)\s+(?:and\s+)?(?P<b>\w+)\s+in\b",
        r"for \g<a>, \g<b> in",
    ),
    (r"\b(?:for\s+)?(?:each|every|any|all)\s+(?P<x>\w+)\s*:", r"for \g<x> in \g<x>s:"),
    (r"\bfor\s+(?P<x>\w+)\s*:", r"for c in \g<x>:"),
    (r"\(\s*(?P<a>\d+)\s*[xX×]\s*(?P<b>\d+)\s*\)", r"(\g<a>, \g<b>)"),
    (r"^(?P<i>\s+)while\s+", r"\g<i>if "),
    (r"\s+(?:then|dann)\s*:?\s*$", ":"),
    (r"(?P<h>\bfor\s[^:]*\sif\s[^:]*?)\s+(?:then|dann)\s+", r"\g<h>: "),
    (r"^use\s+\"(?P<x>\w+)(?:\.spec)?\"\s*$", r"use \g<x>"),
    (r"^use\s+(?P<x>\w+)\.spec\s*$", r"use \g<x>"),
    (
        r"\b(?:for|für)\s+(?:each|all|every|any|alle|jede[rsn]?)\s+(?P<x>\w+(?:\s*,\s*\w+)*\s+in)\b",
        r"for \g<x>",
    ),
    (r"\b(?:forall|foreach|every|each)\s+(?P<x>\w+(?:\s*,\s*\w+)*\s+in)\b", r"for \g<x>"),
    (
        rf"{START}(?:for|foreach|forall)\s*\(\s*(?P<x>{MEMBERS})\s*\)\s*:?\s*\{{?\s*(?P<p>\w[^{{}}]*?);?\s*\}}?\s*$",
        r"for \g<x>: \g<p>",
    ),
    (
        rf"{START}(?P<h>for\s+\w+(?:\s*,\s*\w+)*\s+in\s+{ITEM})\s+(?:do|\{{)\s*:?\s*(?P<p>[^{{}}]+?)"
        r"\s*(?:\bend\b|\bdone\b|\})?\s*$",
        r"\g<h>: \g<p>",
    ),
    (
        rf"{START}(?P<h>for\s+\w+(?:\s*,\s*\w+)*\s+in\s+{ITEM})\s+(?P<p>\w[^:]*?)\s*$",
        r"\g<h>: \g<p>",
    ),
    (
        rf"\b(?:if|wenn)\s+(?P<p>{BODY})\s+(?:then|dann)\s+(?P<x>{BODY})\s+(?:else|sonst)\s+(?P<y>{BODY})(?=\)|\s*$)",
        r"\g<x> if \g<p> else \g<y>",
    ),
    (
        r"\bif\s+(?P<p>[^:]+?)\s*:\s*(?P<x>[^:]+?)\s+else\s*:?\s*(?P<y>[^:]*\S)\s*$",
        r"\g<x> if \g<p> else \g<y>",
    ),
    (
        rf"\(\s*(?P<p>{BODY})\s*\?\s*(?P<x>{BODY})\s*:\s*(?P<y>{BODY})\s*\)",
        r"(\g<x> if \g<p> else \g<y>)",
    ),
    (
        rf"(?P<h>{LINK}\s*)(?P<p>{BODY})\s*\?\s*(?P<x>{BODY})\s*:\s*(?P<y>{BODY})\s*$",
        r"\g<h>(\g<x> if \g<p> else \g<y>)",
    ),
    (
        rf"\bif\s*\(\s*(?P<p>{ARGUMENT})\s*,\s*(?P<x>{ARGUMENT})\s*,\s*(?P<y>{ARGUMENT})\s*\)",
        r"(\g<x> if \g<p> else \g<y>)",
    ),
    (
        r"\b(?:if|wenn)\s+(?P<p>[^:]*?)\s+(?:then|dann)\s+(?P<q>.+?)\s+(?:endif|end if|end|fi)\s*$",
        r"\g<p> => \g<q>",
    ),
    (r"\bif\s*\((?P<p>[^{}]*)\)\s*\{\s*(?P<q>[^{}]+?);?\s*\}\s*$", r"\g<p> => \g<q>"),
    (r"\b(?:if|wenn)\s+(?P<p>[^:]*?)\s+(?:then|dann)\s+(?P<q>.+?)\s*$", r"\g<p> => \g<q>"),
    (r"(?P<q>[^:]*[^:\s])\s*:-\s*(?P<p>[^:]*[^:\s.])\.?\s*$", implication),
    (r":-\s*(?P<p>[^:]*[^:\s.])\.?\s*$", lambda found: f"not ({conjunction(found['p'])})"),
    (
        rf"{START}for\s+(?P<x>\w+(?:\s*,\s*\w+)?\s+in\s+{ITEM})\s*(?:,|,?\s*\bfor\b|\band\b)\s*"
        rf"(?P<y>\w+(?:\s*,\s*\w+)?\s+in\s+{ITEM})(?P<i>\s+if\s[^:]+?)?\s*:\s*(?P<p>.*)$",
        nested,
    ),
    (rf"(?P<h>\bfor\s+\w+(?:\s*,\s*\w+)*)\s+(?P<s>{ITEM})\s*:", r"\g<h> in \g<s>:"),
    (rf"(?P<h>\bfor\s+\w+\s+in\s+{ITEM})\s*,\s*(?P<y>\w+\s+in\s+{ITEM})", r"\g<h> for \g<y>"),
    (r"(?P<h>\bfor\s[^:]*?)\s*(?:\bwhere\b|\bwith\b|,)\s*(?P<p>[^:]+):", r"\g<h> if \g<p>:"),
    (r"(?P<h>\bat\s[^:]*?)\s+(?:if|when)\s+(?P<p>.+?)\s*$", r"\g<h> where \g<p>"),
    (r"\bat\s+(?:all|every|each|the)\s+(?P<x>\w+?)s?\b", r"at \g<x>s"),
    (
        rf"(?P<a>{ITEM})\s+(?:contains|has|includes)\s+(?P<x>{ITEM}"
        rf"(?:(?:\s*,\s*|\s+and\s+){ITEM})+)(?=\s*(?:$|\)|<?=>))",
        all_in,
    ),
    (rf"(?P<a>{ITEM})\s+(?:contains|has|includes)\s+(?P<x>{ITEM})", r"\g<x> in \g<a>"),
    (
        rf"\b(?P<f>count|any|all)\(\s*(?P<x>\w+\s+in\s+{ITEM})\s+if\s+(?P<p>{BODY})\)",
        r"\g<f>(\g<p> for \g<x>)",
    ),
    (
        rf"(?P<x>{ITEM})\s+(?:is\s+)?(?i:between)\s+(?P<a>{ITEM})\s+(?i:and)\s+(?P<b>{ITEM})",
        r"\g<a> <= \g<x> <= \g<b>",
    ),
    (
        rf"(?P<x>{ITEM})(?P<a>\s*{LINK}\s*\d+\s+(?:and|or)\s+)(?P<b>{LINK}\s*{ITEM})",
        r"\g<x>\g<a>\g<x> \g<b>",
    ),
    (
        rf"(?P<a>\d+\s*{LINK}\s*)(?P<x>[^\W\d][\w.]*(?:\[[^][]*\])*)"
        rf"(?P<w>\s+(?:and|or)\s+)(?P<b>{LINK}\s*{ITEM})",
        r"\g<a>\g<x>\g<w>\g<x> \g<b>",
    ),
    (
        rf"(?P<a>{ITEM})\s*=\s*(?P<b>{ITEM})\s*(?:±|\+/-|\+-)\s*(?P<k>\w+)",
        r"abs(\g<a> - \g<b>) = \g<k>",
    ),
    (rf"(?P<x>{ITEM})\s*(?:\^|\*\*)\s*(?P<k>[2-4])\b", power),
    (rf"(?P<x>{ITEM})\s*\^\s*(?P<y>{ITEM})", r"(\g<x>) != (\g<y>)"),
    (r"\s+(?:end|endif|endfor|done)\b(?:\s+(?:if|for))?(?=\s*$)", ""),
    (
        rf"(?P<x>{ITEM})\s*(?://|\bdiv\b)\s*(?P<k>{ITEM})",
        r"((\g<x> - \g<x> % \g<k>) / \g<k>)",
    ),
    (rf"[Σ∑]\s*(?P<p>{ITEM})", r"sum(\g<p>)"),
    (rf"[Π∏]\s*(?P<p>{ITEM})", r"product(\g<p>)"),
    (r"\b(?P<n>not\s+)?in\s*\((?P<p>[^()]*,[^()]*)\)", r"\g<n>in {\g<p>}"),
    (r"\bwhere\s+(?:there\s+is\s+)?no\s+(?P<x>\w+)", r"where cells - \g<x>"),
    (rf"\bwhere\s+(?P<x>\w+)\s+is\s+{NOTHING}\b", r"where cells - \g<x>"),
    (rf"\bwhere\s+(?P<x>\w+)\s+is\s+not\s+{NOTHING}\b", r"where \g<x>"),
    (rf"(?P<x>\w+)\[(?P<c>\w+)\]\s+is\s+(?i:{NOTHING})\b", r"\g<c> not in \g<x>"),
    (rf"(?P<x>\w+)\[(?P<c>\w+)\]\s+is\s+not\s+(?i:{NOTHING})\b", r"\g<c> in \g<x>"),
    (rf"(?P<x>[\w]+\.\w+)\s+is\s+not\s+(?i:{NOTHING})\b", r"\g<x> in cells"),
    (rf"(?P<x>[\w]+\.\w+)\s+is\s+(?i:{NOTHING})\b", r"\g<x> not in cells"),
    (rf"(?P<x>{ITEM}\.\w+|step\([^()]*(?:\[[^][]*\])?\))\s+exists\b", r"\g<x> in cells"),
    (rf"(?P<x>\w+)\[(?P<c>\w+)\]\s+is\s+{SOMETHING}\b", r"\g<c> in \g<x>"),
    (
        rf"(?P<x>{ITEM})\s+(?:is|are|be)\s+(?:an?\s+)?permutations?\s+of\s+"
        rf"(?P<s>{ITEM}(?:\s*\.\.\s*{ITEM})?)",
        r"bag(\g<x>) = bag(\g<s>)",
    ),
    (
        rf"(?P<x>{ITEM})\[\s*(?P<a>-?\w*)\s*:\s*(?P<b>-?\w*)\s*(?::\s*(?P<s>-?\s*\w*)\s*)?\]",
        part_of_list,
    ),
    (
        rf"\{{(?P<t>\s*{ARGUMENT}\s*:\s*{ARGUMENT}(?:,\s*{ARGUMENT}\s*:\s*{ARGUMENT})*)\}}"
        rf"\[(?P<x>{ARGUMENT})\]",
        table,
    ),
    (
        rf"\bin\s*\[\s*(?P<a>{ITEM})\s*:\s*(?P<b>{ITEM})\s*\]",
        r"in \g<a>..\g<b>",
    ),
    (r"\bis\s+(?P<no>not\s+)?in\b", r"\g<no>in"),
    (r"\bis\s+not\b|\bisn'?t\b", "!="),
    (r"\b(?P<x>\w+)(?P<c>\[[^\[\]]*\])\s*=\s*no\s+(?P=x)\b", r"\g<x>\g<c> = no"),
    (rf"(?<![<>!=])=\s*no\s+(?P<x>{ITEM})", r"!= \g<x>"),
    (rf"\b(?:{'|'.join(KEYWORDS)})\b", lambda found: KEYWORDS[found.group()]),
    (rf"\b(?i:{'|'.join(LOWER)})\b\s*", lambda found: found.group().lower()),
    (rf"(?P<a>{ITEM})\s+to\s+(?P<b>{ITEM})", r"\g<a>..\g<b>"),
    (
        rf"(?P<a>{ITEM})\s+(?:without|except|minus|excluding|but\s+not)\s+(?P<b>{ITEM})",
        r"\g<a> - \g<b>",
    ),
    (
        rf"{CONDITION}(?P<p>[^:\s][^:]*?)\s+(?:when|whenever|if)\s+(?P<q>[^:]*\S)\s*$",
        r"\g<h>\g<q> => \g<p>",
    ),
    (
        rf"{CONDITION}(?P<p>[^:\s][^:]*?)\s+unless\s+(?P<q>[^:]*\S)\s*$",
        r"\g<h>not (\g<q>) => \g<p>",
    ),
    (
        rf"{CONDITION}(?P<p>[^:?\s][^:?]*?)\s*\?\s*(?P<x>[^:?]+?)\s*:\s*(?P<y>[^:?]*\S)\s*$",
        r"\g<h>\g<x> if \g<p> else \g<y>",
    ),
    (r"\beither\s+(?P<p>[^:]+?\s+or\s+[^:]*\S)", r"\g<p>"),
    (r"(?P<h>\bfor\s+\w+(?:\s*,\s*\w+)*\s+in\s[^:]*?)\s*,\s*if\b", r"\g<h> if"),
    (
        rf"(?P<x>{ITEM})\s*=\s*(?P<s>{ITEM}(?:\s*,\s*{ITEM})+)\s*$",
        r"\g<x> in {\g<s>}",
    ),
    (
        rf"(?P<x>{ITEM})\s*=\s*(?P<s>{ITEM}(?:\s*,\s*{ITEM})+)\s*,?\s+or\s+(?P<t>{ITEM})",
        r"\g<x> in {\g<s>, \g<t>}",
    ),
    (r"(?P<x>\b\w+)\{(?P<c>\w+)\}", r"\g<x>[\g<c>]"),
    (r"\bnot\s*=", "!="),
    (
        rf"\((?P<e>{ARGUMENT})\s+if\s+(?P<p>{ARGUMENT})\s+(?P<l>for\s+[^()]+?)\)",
        r"(\g<e> \g<l> if \g<p>)",
    ),
    (r"\((?P<x>\w+)\s+where\s+(?P<p>\w+)\)", r"(\g<x>[\g<p>])"),
    (
        rf"\b(?P<f>max|min)\((?P<s>{ITEM}),\s*key\s*=\s*{LAMBDA}(?P<v>{BODY})\)",
        best_member,
    ),
    (r"(?P<p>[^:\s][^:]*?)\s+xor\s+(?P<q>[^:]*\S)", r"(\g<p>) != (\g<q>)"),
    (r"(?P<p>[^:\s][^:]*?)\s+(?P<h>for\s+\w+(?:\s*,\s*\w+)*\s+in\s[^:]+?)\s*$", r"\g<h>: \g<p>"),
    (
        rf"(?P<h>{IN_A_BLOCK})(?:constraint|assert|return|require|ensure|must)\b:?\s*"
        r"(?P<p>.+?);?\s*$",
        r"\g<h>\g<p>",
    ),
    (r"(?P<h>^(?:find|given|param)\s+\w+)\s*=\s*", r"\g<h> : "),
    (r"\b(?:sets?|lists|arrays?|sequences?|tuples?)\s+of\b", "list of"),
    (r":\s*(?P<x>\w+(?:\s*,\s*\w+)+)(?=\s+at\b)", r": {\g<x>}"),
    (
        r"^grid\s*\(?\s*(?P<h>\w+)\s*(?:,|\*|by|×|X|\s)\s*(?P<w>(?!x\b)\w+)\s*\)?\s*$",
        r"grid \g<h> x \g<w>",
    ),
    (r"^grid\s*\(?\s*(?P<h>\w+)\s*\)?\s*$", r"grid \g<h> x \g<h>"),
    (r"^(?P<h>grid\s+\w+\s+x\s+\w+)\s+(?:of\s+)?hex\w*\s*$", r"\g<h> of hexagons"),
    (r"^(?P<i>\s+)and\s+(?P<p>\S.*)$", r"\g<i>\g<p>"),
    (r"\b(?P<s>\w+)\s+where\s+not\s+(?P<x>\w+)\s*$", r"\g<s> - \g<x>"),
    (r"\b(?P<s>\w+)\s+where\s+(?P<x>\w+)\s*$", r"\g<s> & \g<x>"),
    (r"\b(?:where|when|such\s+that)\b", "if"),
    (
        r"\b(?!(?:let|define)\b)(?P<f>[^\W\d]\w+)\s+(?P<x>[^\W\d])\b(?!['\"]|\s*(?:in\b|,))",
        r"\g<f>[\g<x>]",
    ),
]
# Guesses that only a whole spec can confirm.
_GUESSES: list[tuple[str, Replacement]] = [
    (rf"(?P<x>{ITEM})\s+is\s+(?:an?\s+)?(?P<f>(?!not\b)\w+)", r"\g<f>(\g<x>)"),
    (rf"(?P<x>{ITEM})\s+is\s+(?:an?\s+)?(?P<f>(?!not\b)\w+)", r"is_\g<f>(\g<x>)"),
    (rf"(?P<x>{ITEM})\s+is\s+in\s+an?\s+(?P<f>\w+)", r"in_\g<f>(\g<x>)"),
]
GUESSES: list[tuple[re.Pattern[str], Replacement]] = [(re.compile(p), new) for p, new in _GUESSES]
IDIOMS: list[tuple[re.Pattern[str], Replacement]] = [(re.compile(p), new) for p, new in _LINES]
_MEASURED_IN_TWO = (
    rf"{MEASURED}{IN}(?P<s>{ITEM})\s+(?P<w>and|or)\s+(?:(?:in|on|at|along|of)\s+)?(?P<t>{ITEM})"
)
# Patterns of what may mean several things, each with what it is for.
READINGS: list[tuple[re.Pattern[str], tuple[tuple[Replacement, str], ...]]] = [
    *(
        (
            re.compile(_MEASURED_IN_TWO + compared),
            ((of_both, "for both together"), (of_each, "for each by itself")),
        )
        for compared in (rf"\s*(?P<r>{LINK})\s*(?P<k>{ITEM})", IS)
    ),
    (
        re.compile(r"(?P<h>\bat\s[^:]*?)\s+with\s+(?P<p>.+?)\s*$"),
        (
            (r"\g<h> where \g<p>", "for values at these places only"),
            (r"\g<h> from \g<p>", "for the values that are given there"),
        ),
    ),
]
# Bars mean an absolute value or the size of a set, or join two conditions.
BARS = re.compile(r"\|(?P<p>[^|]+)\|")
BAR = re.compile(r"\|")
