"""Venues: the container's name without what stands around it, and a key that abbreviations share."""

from __future__ import annotations

import re
from functools import lru_cache

from scholarsync.normalise.titles import clean_text, fold

IN = re.compile(
    r"^(?:in|to appear in|appeared in|published in|appears in|forthcoming in|accepted (?:at|to|by|in)|"
    r"presented at|@)\s*:?\s+(?=\S)",
    re.IGNORECASE,
)
BADGE = re.compile(
    "^(?:[A-Z][A-Za-z]{1,9}\\s?)?[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+\\s?"
    "(?:(?:spotlight|oral|highlight|poster|award|best paper(?: award)?)\\b\\s?)?(?=[A-Z])",
    re.IGNORECASE,
)
NAME_BEGINS = re.compile(
    r"(?:the\s|\d{1,3}(?:st|nd|rd|th)\s)?(?:annual|proceedings|ieee|international|conference|advances)\b",
    re.IGNORECASE,
)
ORGANISERS = frozenset({"aaai"})
"""Short names that are also the organiser's and belong to the long one."""
PREPRINT = re.compile(
    r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|osf preprints?|ssrn|techrxiv|eartharxiv|"
    r"preprints?\.org|research square|corr|hal|zenodo|e-?print|preprint)\b",
    re.IGNORECASE,
)
STOP = frozenset(
    "the of on in and for at to a an de des der die das und et la le for international ieee acm conference "
    "proceedings proc annual th nd rd st conf int intl".split()
)
WORD = {
    "j": "journal", "jour": "journal", "proc": "proceedings", "conf": "conference", "int": "international",
    "intl": "international", "trans": "transactions", "lett": "letters", "rev": "review", "ann": "annals",
    "sci": "science", "phys": "physics", "chem": "chemistry", "math": "mathematics", "comput": "computer",
    "comp": "computer",
    "syst": "systems", "eng": "engineering", "res": "research", "bull": "bulletin", "mag": "magazine",
    "natl": "national",
    "acad": "academy", "symp": "symposium", "wkshp": "workshop", "assoc": "association", "soc": "society",
    "am": "american",
    "amer": "american", "adv": "advances", "appl": "applied", "biol": "biology", "geophys": "geophysical",
    "mech": "mechanics",
    "nat": "nature", "commun": "communications", "astrophys": "astrophysical", "mater": "materials", "opt": "optics",
    "ser": "series", "electron": "electronics", "med": "medicine", "genet": "genetics", "biochem": "biochemistry",
    "environ": "environmental", "theor": "theoretical", "stat": "statistics", "struct": "structures",
    "mol": "molecular",
    "physical": "physics", "mathematical": "mathematics", "chemical": "chemistry", "biological": "biology",
    "meteor": "meteorological", "atmos": "atmospheric", "softw": "software", "inf": "information", "tech": "technology",
}  # fmt: skip
"""Usual short forms of words in venue names (after ISO 4) and what they are also short for, folded."""
KNOWN = {
    "neurips": "neural information processing systems", "nips": "neural information processing systems",
    "icml": "machine learning icml", "iclr": "learning representations",
    "cvpr": "computer vision and pattern recognition",
    "iccv": "computer vision iccv", "eccv": "european computer vision",
    "acl": "meeting association computational linguistics",
    "emnlp": "empirical methods natural language processing",
    "naacl": "north american chapter computational linguistics",
    "aaai": "aaai artificial intelligence", "ijcai": "joint artificial intelligence",
    "kdd": "knowledge discovery data mining",
    "sigmod": "management of data", "vldb": "very large data bases", "pvldb": "vldb endowment",
    "icde": "data engineering",
    "www": "world wide web", "chi": "human factors in computing systems", "icse": "software engineering icse",
    "fse": "foundations of software engineering", "ase": "automated software engineering",
    "sosp": "operating systems principles",
    "osdi": "operating systems design implementation", "pldi": "programming language design implementation",
    "popl": "principles of programming languages", "stoc": "theory of computing",
    "focs": "foundations of computer science",
    "icra": "robotics and automation", "iros": "intelligent robots and systems",
    "jmlr": "journal machine learning research",
    "tmlr": "transactions machine learning research", "pami": "transactions pattern analysis machine intelligence",
    "tpami": "transactions pattern analysis machine intelligence", "pnas": "national academy sciences",
    "prl": "physical review letters", "apj": "astrophysical journal",
    "mnras": "monthly notices royal astronomical society",
    "jasa": "journal american statistical association", "siggraph": "computer graphics interactive techniques",
}  # fmt: skip
"""Short names that everybody in their field uses, and words of the long form."""


@lru_cache(maxsize=100_000)
def clean_venue(text: str) -> str:
    """A venue without "In", glued badges and outer punctuation; the stop of a short form ("Phys. Rev. Lett.") stays."""
    said = bare = clean_text(text)
    while (shorter := IN.sub("", _without_badge(bare)).strip(' ,;:.·|–—-"“”')) != bare:
        bare = shorter
    return f"{bare}." if f"{bare}." in said and _is_short(bare) else bare


def _is_short(text: str) -> bool:
    """Whether the last word is a short form that takes a stop."""
    last = text.rpartition(" ")[2].lower()
    return last in WORD and len(last) < len(WORD[last])


def _without_badge(text: str) -> str:
    """Without a badge ("NeurIPS🏆 Spotlight", "CVPR") before the name that it is short for."""
    text = BADGE.sub("", text)
    short, _, rest = text.partition(" ")
    if short.lower() in KNOWN and short.lower() not in ORGANISERS and NAME_BEGINS.match(rest):
        return rest
    return text


@lru_cache(maxsize=100_000)
def venue_key(text: str) -> str:
    """Folded words with short forms written out and filling words left out; comparable, not showable."""
    words = fold(text).split()
    if len(words) == 1 and words[0] in KNOWN:
        words = KNOWN[words[0]].split()
    words = [WORD.get(word, word) for word in words]
    return " ".join(word for word in words if word not in STOP and not word.isdecimal())


def is_preprint_venue(text: str) -> bool:
    """Whether a venue is a preprint server or says "preprint"."""
    return bool(PREPRINT.search(text))
