"""Whose paper: mine, not mine, or unsure, with a reason.

A search for a name returns namesakes' works, and so does a polluted profile; accepting all of
them is right for a few percent.  What tells is who writes with whom: the candidates among
themselves form a graph whose groups are joined to the known works, or are somebody else's.
Words, venues and years help a little, given names decide only where they clash.
"""

from scholarsync.attribute.evidence import Attribution, PersonEvidence
from scholarsync.attribute.judge import attribute
from scholarsync.attribute.questions import (
    CoauthorQuestion,
    GroupQuestion,
    Questions,
    group_by_company,
    questions,
)
from scholarsync.attribute.strangers import find_strangers, named_otherwise

__all__ = [
    "Attribution", "CoauthorQuestion", "GroupQuestion", "PersonEvidence", "Questions", "attribute", "find_strangers",
    "group_by_company", "named_otherwise", "questions",
]  # fmt: skip
