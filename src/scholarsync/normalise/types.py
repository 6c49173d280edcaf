"""Kinds of publication: the sources' words to ours."""

from __future__ import annotations

import re

from scholarsync.model import WorkType
from scholarsync.normalise.titles import fold

WORDS: dict[WorkType, str] = {
    "article": "article journalarticle journal jour magazinearticle mgzn newspaperarticle journals "
    "periodical articlejournal "
    "articles journalarticles journalpaper journalpapers jfull ejour",
    "conference": "conference inproceedings conferencepaper cpaper conf proceedingsarticle paperconference "
    "proceedingspaper "
    "conferencepapers conferenceproceedings conferenceabstract workshop workshoppaper",
    "chapter": "chapter incollection inbook bookchapter chap booksection bookchapters suppbook entryencyclopedia",
    "book": "book books monograph collection mvbook proceedings editedbook booklet ebook edbook",
    "thesis": "thesis phdthesis mastersthesis dissertation thes dissertationthesis bachelorsthesis "
    "supervisedstudentpublication",
    "report": "report techreport rprt reports technicalreport workingpaper reportseries standard whitepaper",
    "preprint": "preprint postedcontent unpb unpublished preprints eprint",
    "patent": "patent pat patents",
    "dataset": "dataset data datasets dataposter datamanagementplan",
    "software": "software comp computerprogram softwarepaper",
    "poster": "poster conferenceposter posters",
    "talk": "talk presentation lecturespeech speech slide talks slides lecture",
    "review": "review bookreview peerreview reviewbook",
    "other": "misc gen other generic manual online electronic webpage website elec blog artwork",
}
TYPE_OF: dict[str, WorkType] = {word: kind for kind, words in WORDS.items() for word in words.split()}


def parse_type(text: str) -> WorkType | None:
    """Our word for a source's (BibTeX, RIS, Crossref, CSL, ORCID), or None where it is unknown."""
    return TYPE_OF.get(fold(text).replace(" ", ""))


VENUES: tuple[tuple[WorkType, str], ...] = (
    ("preprint", r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|ssrn|preprint)\b"),
    ("thesis", r"\b(?:thesis|dissertation|habilitation)"),
    ("conference", r"\b(?:proc(?:eedings|\.)|conference|conf\.|workshop|symposium|congress|meeting|tagung|colloque)"),
    (
        "article",
        r"\b(?:journal|transactions|annals|letters|review|bulletin|magazine|archives?|zeitschrift|revue|revista)\b",
    ),
    ("report", r"\b(?:technical report|working paper|discussion paper)\b"),
)
"""What a venue's own name says about its kind; the first that fits."""


def type_of_venue(venue: str, *, volume: str | None) -> WorkType | None:
    """The kind of publication that a venue's name or a volume number makes likely, or None."""
    for kind, pattern in VENUES:
        if re.search(pattern, venue, re.IGNORECASE):
            return kind
    return "article" if volume else None
