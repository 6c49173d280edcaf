"""Words by which the entries of publication pages are read, in the languages researchers write them in.

`heading_words` holds those of headings.
Every table is folded (lower case, no accents) and matched against folded text.  A table
holds words of a kind, never the words of one page.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NO_WORD = re.compile(r"[\W_]+")
ASCII_FOLDED = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
PLAIN_LETTER = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
"""Lower-case letters that Unicode does not take apart into a plain one and a mark."""
PERHAPS_MARK = re.compile("[^\x00-\u02ff]")
"""Below U+0300 no character is a combining one."""


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Lower case, accents and punctuation gone, single blanks; letters of every script kept."""
    if text.isascii():
        return " ".join(text.translate(ASCII_FOLDED).split())
    bare = PERHAPS_MARK.sub(_without_mark, unicodedata.normalize("NFKD", text.casefold().translate(PLAIN_LETTER)))
    return " ".join(NO_WORD.sub(" ", unicodedata.normalize("NFC", bare)).split())


def _without_mark(found: re.Match[str]) -> str:
    return "" if unicodedata.combining(found.group()) else found.group()


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that writes no blanks between words."""
    return any("\u2e80" <= character <= "\ud7af" for character in word)


VENUE_WORDS = (
    "journal journals j transactions trans proceedings proc conference conf symposium workshop review reviews "
    "letters annals "
    "annalen bulletin magazine quarterly archiv archives acta arxiv biorxiv medrxiv ssrn chemrxiv psyarxiv osf "
    "preprint nature "
    "science plos ieee acm springer elsevier wiley press university universitat universite universidad verlag "
    "publishers "
    "lecture+notes advances handbook encyclopedia studies research communications notices zeitschrift revue "
    "revista rivista "
    "cahiers working+paper technical+report phd thesis dissertation master international+conference meeting annual "
    "colloquium "
    "neurips icml iclr cvpr iccv eccv acl emnlp naacl aaai ijcai chi siggraph icra iros rss corl sigmod vldb kdd "
    "www uist "
    "interspeech icassp tmlr jmlr pnas "
    # publishers and containers in other languages
    "edizioni editions editora editore editorial ediciones editrice wydawnictwo yayinevi yayinlari forlag uitgeverij "
    "kustannus edicoes nakladatelstvi kiado cuadernos cadernos quaderni jahrbuch zeszyty rocznik czasopismo dergisi "
    "kongresi jurnal prosiding tap+chi hoi+thao ky+yeu casopis sbornik folyoirat tidskrift tidsskrift tijdschrift "
    "журнал вестник труды известия записки сборник издательство вісник περιοδικο πρακτικα εκδοσεις "
    "مجلة المجلة כתב+עת "
    "学报 学刊 期刊 大学 大學 学会 學會 研究 紀要 論文集 論集 論叢 "
    "年報 月報 學報 學刊 集刊 季刊 雑誌 会议 會議 研討會 研讨会 论文集 "
    "出版社 出版 書店 書院 書房 学会誌 研究会 大会 学会論文誌 論文誌 会誌 "
    "학회 학회지 논문지 논문집 논총 학술대회 출판사"
)
"""Words that venues are full of."""
VENUE_TERMS = frozenset(fold(word.replace("+", " ")) for word in VENUE_WORDS.split())
VENUE_PHRASES = tuple(term for term in sorted(VENUE_TERMS) if " " in term and VENUE_TERMS.isdisjoint(term.split()))
VENUE_PHRASE = re.compile(rf"\b(?:{'|'.join(VENUE_PHRASES)})\b")
VENUE_PHRASE_WORDS = frozenset(term.split()[0] for term in VENUE_PHRASES)
VENUE_UNSPACED = re.compile("|".join(sorted(term for term in VENUE_TERMS if is_unspaced(term))))


def tells_venue(folded: str) -> bool:
    """Whether a folded text has a word that venues are full of."""
    words = folded.split()
    if not VENUE_TERMS.isdisjoint(words):
        return True
    if not VENUE_PHRASE_WORDS.isdisjoint(words) and VENUE_PHRASE.search(folded):
        return True
    return not folded.isascii() and VENUE_UNSPACED.search(folded) is not None


TITLE_WORDS = frozenset(
    "a an the of on in for to with from by at and or via using towards toward under over between how why what when "
    "is are do does "
    "that this these those without not beyond within through during after before about against more less some all "
    "every no we you your our "
    "who whose where than then but if it be have has was were while when still yet only also both each any "
    "can as into its their new novel learning analysis approach method methods model models study der die das und "
    "zur zum von fur "
    "eine einer im am auf uber le la les des du et une un pour dans sur par aux el los las del y en una para sobre "
    "con il lo gli "
    "della di e per sull nel dei".split()
)
"""Words that names have not (particles are seen to before)."""

STATUS = re.compile(
    r"\b(?:in press|to appear(?: in)?|forthcoming|accepted(?: (?:at|by|to|for(?: publication)?|in))?|under "
    r"(?:review|revision|submission)"
    r"(?: (?:at|by|in))?|in (?:preparation|progress|revision|print|review)|submitted(?: (?:to|at))?|(?:minor |"
    r"major )?revisions? requested"
    r"|revise (?:and|&) resubmit|r&r(?: at)?|conditionally accepted|early access|online first|advance online "
    r"publication|in prep"
    r"|working paper|job market paper|completed manuscript"
    r"|manuscript|draft available|im erscheinen|eingereicht|angenommen|[aà] "
    r"para[iî]tre|sous presse|soumis"
    r"|en prensa|enviado|en revisi[oó]n|aceptado|no prelo|in corso di (?:stampa|pubblicazione)|sottomesso|"
    r"published online|ahead of print|pending(?: peer[- ]review)?)\b"
    r"|録用|录用|已录用|待刊|印刷中|掲載予定|採録決定|投稿中|刊行予定|近刊|"
    r"已接收|即将出版|待出版|게재 ?예정|출판 ?예정|투고 ?중|в печати|w druku|bask[ıi]da|υπό έκδοση",
    re.IGNORECASE,
)
"""What stands where a venue or year is not known yet."""
STATUS_IN_LOWER = re.compile(STATUS.pattern)


def has_status(text: str) -> bool:
    """Whether a text has a status anywhere; lower case is searched twice as fast as any case."""
    return STATUS_IN_LOWER.search(text.lower()) is not None


LINK_LABELS = re.compile(
    r"^[\[\](){}|/·•\s:.,→-]{0,6}(?:e?-?pdf|paper|preprint|arxiv(?: (?:version|preprint|link))?|doi|code|source(?: "
    r"code)?|github|project(?: page| website)?|website|web|page|"
    r"video|videos|demo|slides?|poster|talk|talks|bib|bibtex|cite|citation|abs|abstract|data|dataset|datasets|supp|"
    r"suppl|"
    r"supplement(?:ary)?(?: material)?|appendix|html|http|link|links|url|ssrn|openreview|publisher|press|blog(?: "
    r"?post)?|tweet|thread|"
    r"media|online|full ?text|read|download|review|reviews|copy bibtex|open access|published version|journal version|"
    r"conference version|extended version|springer|acm|acm dl|ieee|ieee ?xplore|sciencedirect|elsevier|wiley|sage|"
    r"hal|zenodo|osf|pubmed|ris|"
    r"endnote|google scholar|scholar|semantic scholar|dblp|software|model|models|weights|colab|notebook|recording|"
    r"youtube|huggingface|hugging face|"
    r"news|award|materials|replication(?: (?:files|package|materials))?|online appendix|working paper|texte|lien|"
    r"enlace|repositorio.*|"
    r"全文|リンク|论文|代码|链接|原文|more|more info|details|read more|markdown|mirror|lingbuzz|philarchive|"
    r"philpapers|researchgate|"
    r"altmetric|dimensions|ps|ps\.gz|\.pdf|\.ps|errata?|corrigendum|cover|image|figures?|teaser|interactive|app|"
    r"package|repo|repository|"
    r"mov|mp4|gif|bib ?file|tex|latex|official version|accepted version|author version|final version|print|"
    r"permalink|view|journal|proceedings)"
    r"[\[\](){}|/·•\s:.,→-]{0,6}$",
)
"""Texts of links, in lower case, that stand in the row below an entry."""


@lru_cache(maxsize=1 << 12)
def is_link_label(text: str) -> bool:
    """Whether a text is what links in the row below an entry say."""
    return LINK_LABELS.match(text.lower()) is not None
