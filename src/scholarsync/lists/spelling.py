"""Author lists as a page spells them: order of names, initials, the signs between, the owner's bold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scholarsync.lists.bib_style import most
from scholarsync.lists.clean import one_line
from scholarsync.model import Author
from scholarsync.normalise.names import parse_name, same_person

BETWEEN = re.compile(r"\s*[,;·、，；]?\s*(?:and|und|et|y|e|i|&|&amp;|og|och|en)?\s*\Z")
INITIALS = re.compile(r"(?:(?:[^\W\d_]\.[- ]?|[^\W\d_](?:[- ]|\Z)){1,4}|[A-Z]{1,3})\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How one list writes its authors."""

    inverted: bool = False
    initials: bool = False
    dots: bool = True
    comma: bool = True
    """Whether a comma stands between family name and initials, when these come last."""
    between: str = ", "
    last: str = " and "

    def join(self, names: Sequence[str]) -> str:
        """Several names as the list strings them together."""
        if len(names) < 2:
            return "".join(names)
        last = self.last.lstrip(",") if len(names) == 2 and re.search(r"\w|&", self.last) else self.last
        return self.between.join(names[:-1]) + last + names[-1]

    def name(self, author: Author) -> str:
        """One name."""
        if author.family is None or not author.given:
            return one_line(author.name)
        given = _initials(author.given, dots=self.dots, joint="" if self.inverted and not self.comma else " ") if (
            self.initials) else author.given  # fmt: skip
        if not self.inverted:
            return one_line(" ".join(part for part in (given, author.family, author.suffix) if part))
        comma = "," if self.comma else ""
        return one_line(f"{author.family}{comma} {given}")


def _initials(given: str, *, dots: bool, joint: str) -> str:
    dot = "." if dots else ""
    words = [
        "-".join(part[0].upper() + dot for part in word.split("-") if part) for word in given.replace(".", ". ").split()
    ]
    return joint.join(words)


def learn(names: Sequence[str], gaps: Sequence[str]) -> Spelling:
    """The spelling of a list of names as they stand, with what stands between them."""
    inverted = sum("," in name for name in names) * 2 > len(names)
    vancouver = not inverted and sum(bool(re.fullmatch(r"\S+(?: \S+)? [A-Z]{1,3}", name)) for name in names) * 2 > len(
        names
    )
    givens = [_given(name, inverted=inverted, vancouver=vancouver) for name in names]
    short = sum(bool(INITIALS.match(given)) for given in givens if given) * 2 > len(givens)
    plain = [gap for gap in gaps if BETWEEN.match(gap) and gap.strip(" \n\t\r")]
    inner = [re.sub(r"\s+", " ", gap) for gap in plain[:-1]] or [", "]
    last = re.sub(r"\s+", " ", plain[-1]) if plain and len(plain) == len(gaps) else " and "
    dots = any("." in given for given in givens) and not vancouver
    return Spelling(
        inverted=inverted or vancouver, initials=short or vancouver, dots=dots,
        comma=not vancouver, between=most(inner), last=last if len(gaps) > 0 else " and ",
    )  # fmt: skip


def _given(name: str, *, inverted: bool, vancouver: bool) -> str:
    if inverted:
        return name.partition(",")[2].strip()
    return name.rpartition(" ")[2] if vancouver else name.rpartition(" ")[0].strip()


def author_line(
    authors: Sequence[Author], spelling: Spelling, *, escape: Callable[[str], str],
    wraps: Sequence[tuple[str, str, str]], truncated: bool | None,
) -> str:  # fmt: skip
    """The whole list, with names that the page sets off set off alike."""
    names = []
    for author in authors:
        name = escape(spelling.name(author))
        wrap = next(((a, b) for who, a, b in wraps if same_person(author, parse_name(who)) == "same"), ("", ""))
        names.append(f"{wrap[0]}{name}{wrap[1]}")
    return spelling.join(names) + (" et al." if truncated else "")
