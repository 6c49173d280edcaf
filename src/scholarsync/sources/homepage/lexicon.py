"""Words by which publication pages are read, in the languages researchers write them in.

Every table is folded (lower case, no accents) and matched against folded text.  A table
holds words of a kind, never the words of one page.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NO_WORD = re.compile(r"[\W_]+")
ASCII_FOLDED = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
PERHAPS_MARK = re.compile("[^\x00-\u02ff]")
"""Below U+0300 no character is a combining one."""


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Lower case, accents and punctuation gone, single blanks; letters of every script kept."""
    if text.isascii():
        return " ".join(text.translate(ASCII_FOLDED).split())
    bare = PERHAPS_MARK.sub(_without_mark, unicodedata.normalize("NFKD", text.casefold()))
    return " ".join(NO_WORD.sub(" ", unicodedata.normalize("NFC", bare)).split())


def _without_mark(found: re.Match[str]) -> str:
    return "" if unicodedata.combining(found.group()) else found.group()


REFUSED = tuple(
    # talks
    "talk talks presentation presentations seminar seminars keynote keynotes lecture lectures colloquium colloquia "
    "speaking slides "
    "tutorial tutorials vortrage vortrag exposes communications conferences+invitees charlas ponencias seminarios "
    "comunicaciones "
    "conferencias palestras apresentacoes presentazioni relazioni lezioni wyklady referaty foredrag foredrag "
    "presentationen "
    "講演 発表 招待講演 口頭発表 学会発表 报告 演讲 讲座 報告 강연 발표 доклады выступления "
    # news
    "news updates announcements happenings aktuelles neuigkeiten nachrichten actualites nouvelles noticias "
    "novedades notizie novita "
    "nieuws nyheter aktualnosci haberler ニュース お知らせ 新着 新闻 动态 新聞 消息 뉴스 소식 новости "
    # press
    "press media coverage podcast podcasts interviews interview blog blogs blogging presse medien medias prensa "
    "medios stampa pers "
    "メディア 报道 媒体 언론 "
    # awards, money
    "award awards honors honours prizes prize grants grant funding fellowships fellowship scholarships scholarship "
    "preise "
    "auszeichnungen stipendien ehrungen drittmittel prix distinctions bourses premios becas distinciones "
    "subvenciones premi "
    "borse nagrody stypendia premios bolsas 受賞 受賞歴 賞 奖励 获奖 荣誉 獎項 科研基金 수상 награды гранты "
    # teaching
    "teaching course courses classes lehre lehrveranstaltungen unterricht enseignement enseignements cours "
    "docencia ensenanza cursos "
    "asignaturas didattica insegnamento corsi onderwijs undervisning dydaktyka ensino aulas 教育 授業 担当授業 "
    "教学 课程 教學 강의 "
    "преподавание "
    # service
    "service services reviewing reviewer reviewers committees committee professional+activities review+activities "
    "reviewing+activities editorial+activities editorial academic+activities organization organizing "
    "editorial+board memberships membership outreach professional+service gremien mitgliedschaften gutachten "
    "ehrenamt gutachtertatigkeit responsabilites "
    "responsabilidades servicio comites servizio 委員 学会活動 社会活動 所属学会 社会服务 学术兼职 学术服务 "
    # people and life
    "students student alumni team people members group+members supervision supervised advisees mentees mentoring "
    "advising "
    "students+supervised doktoranden mitarbeiter betreuung abschlussarbeiten doctorants encadrement estudiantes "
    "equipo direcciones "
    "studenti 学生 指导学生 卒業生 メンバー 团队成员 招生 招生信息 "
    "education experience employment positions career biography bio about curriculum+vitae cv resume vita "
    "lebenslauf werdegang "
    "ausbildung berufserfahrung formation parcours experiencia educacion formacion trayectoria istruzione esperienza "
    "学歴 職歴 略歴 経歴 教育经历 工作经历 个人简历 简介 个人简介 자기소개 학력 경력 образование "
    "contact contacts address kontakt adresse contacto contatti 連絡先 联系方式 联系 連絡 연락처 контакты "
    "acknowledgments acknowledgements acknowledgment danksagung remerciements agradecimientos thanks quotes videos "
    "video demos "
    "hobbies personal misc miscellanea links gallery photos calendar events event affiliations skills languages "
    "research+interests interests forschungsinteressen interets lineas+de+investigacion interessi+di+ricerca 研究分野 "
    "研究テーマ "
    "研究方向 研究兴趣 연구분야 navigation menu contents table+of+contents inhalt sommaire indice 目次 目录 search "
    "recent+posts "
    "categories tags archives footer impressum vacancies openings join+us sponsors footnotes".split()
)
"""Headings of what repeats paper titles without being a list of papers."""

ACCEPTED = tuple(
    "publication publications paper papers article articles journal journals preprint preprints bibliography "
    "publication+list "
    "manuscripts manuscript working+paper working+papers work+in+progress in+progress under+review in+press "
    "forthcoming "
    "book books monograph monographs chapter chapters edited+volumes edited+books proceedings conference+papers "
    "conference+publications conference+proceedings conference+articles workshop+papers refereed peer+reviewed "
    "thesis theses "
    "dissertation dissertations technical+report technical+reports reports report patent patents reviews book+reviews "
    "writing writings scholarship+publications scholarly+work selected+works research+papers abstracts "
    "book+of+abstracts posters "
    "studies latest+work recent+work selected+work public+philosophy public+writing popular+articles op+eds "
    "public+scholarship submitted accepted reprints commentaries essays editorials encyclopedia datasets "
    "current+projects following+projects "
    # German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Polish, Czech, Turkish, Russian, Greek
    "publikationen publikation veroffentlichungen veroffentlichung aufsatze aufsatz zeitschriftenartikel "
    "zeitschriftenaufsatze "
    "artikel beitrage sammelbandbeitrage buchbeitrage buchkapitel bucher monographien monografien herausgeberschaften "
    "herausgeberbande rezensionen dissertation konferenzbeitrage tagungsbeitrage arbeitspapiere "
    "schriftenverzeichnis patente "
    "revues ouvrages chapitres livres theses these actes prepublications communications+avec+actes brevets rapports "
    "articles+dans+des+revues articulos publicaciones libros capitulos tesis patentes actas informes resenas revistas "
    "publicacoes artigos livros capitulos teses resumos pubblicazioni articoli libri capitoli tesi monografie "
    "publicaties artikelen boeken proefschrift publikasjoner publikationer publikationsliste julkaisut artikkelit "
    "publikacje artykuly "
    "ksiazki rozdzialy clanky publikace knihy yayinlar makaleler kitaplar публикации статьи книги δημοσιευσεις "
    "publikaciok "
    # Chinese, Japanese, Korean
    "论文 期刊论文 会议论文 发表论文 代表论文 学术论文 著作 专著 专利 出版物 论著 科研成果 論文 著書 業績 研究業績 "
    "学術論文 査読付き論文 "
    "発表文献 発表論文 文献 国際会議 国内会議 学会誌 主要論文 原著論文 総説 学術雑誌 研究成果 科研论文 代表性论文 "
    "学术成果 解説 特許 著作 翻訳 書評 学位論文 논문 저서 특허 학술지 출판물 발표논문 "
    "논문목록".split()
)
"""Headings of lists of papers."""

TYPES = (
    ("patent", "patent patents patente brevets patentes 专利 特許 특허"),
    (
        "thesis",
        (
            "thesis theses dissertation dissertations these tesis tesi teses 学位論文 学位论文 proefschrift "
            "doctoral+thesis"
        ),
    ),
    ("chapter", "chapter chapters chapitres capitulos capitoli buchkapitel buchbeitrage sammelbandbeitrage rozdzialy"),
    (
        "conference",
        (
            "conference conferences proceedings workshop workshops konferenzbeitrage tagungsbeitrage actes actas "
            "国際会議 会议论文"
        ),
    ),
    (
        "preprint",
        (
            "preprint preprints working+paper working+papers submitted under+review manuscripts prepublications "
            "arbeitspapiere"
        ),
    ),
    ("report", "technical+report technical+reports reports report rapports informes"),
    ("review", "book+review book+reviews reviews+of+books rezensionen resenas 書評"),
    (
        "book",
        (
            "book books monographs monograph libros livres libri bucher ouvrages monographien 专著 著書 boeken "
            "edited+volumes"
        ),
    ),
    (
        "article",
        (
            "journal journals article articles zeitschriftenartikel articulos artigos articoli 期刊论文 学術論文 "
            "revues aufsatze"
        ),
    ),
)
"""What a section's heading says about the type of its entries; the first that matches."""


def _matcher(words: tuple[str, ...] | list[str]) -> re.Pattern[str]:
    folded = sorted({fold(word.replace("+", " ")) for word in words}, key=len, reverse=True)
    latin = [re.escape(word) for word in folded if word.isascii() or not _is_unspaced(word)]
    unspaced = [re.escape(word) for word in folded if _is_unspaced(word)]
    return re.compile(rf"\b(?:{'|'.join(latin)})\b" + (rf"|(?:{'|'.join(unspaced)})" if unspaced else ""))


def _is_unspaced(word: str) -> bool:
    return any("\u2e80" <= character <= "\ud7af" for character in word)


REFUSED_RE = _matcher(REFUSED)
ACCEPTED_RE = _matcher(ACCEPTED)
TYPE_RES = tuple((kind, _matcher(words.split())) for kind, words in TYPES)

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
    "interspeech icassp tmlr jmlr pnas 学报 期刊 大学 学会 研究 紀要 論文集 雑誌 会议 出版社 学会誌 研究会 大会 "
    "학회 논문지 журнал вестник"
)
"""Words that venues are full of."""
VENUE_TERMS = frozenset(fold(word.replace("+", " ")) for word in VENUE_WORDS.split())
VENUE_PHRASES = tuple(f" {term} " for term in sorted(VENUE_TERMS) if " " in term)
VENUE_UNSPACED = re.compile("|".join(sorted(term for term in VENUE_TERMS if _is_unspaced(term))))


def tells_venue(folded: str) -> bool:
    """Whether a folded text has a word that venues are full of."""
    if not VENUE_TERMS.isdisjoint(folded.split()):
        return True
    spaced = f" {folded} "
    if any(phrase in spaced for phrase in VENUE_PHRASES):
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
    r"published online|ahead of print)\b"
    r"|録用|录用|已录用|待刊|印刷中|掲載予定|採録決定|投稿中|已接收|게재예정|в печати",
    re.IGNORECASE,
)
"""What stands where a venue or year is not known yet."""

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
    re.IGNORECASE,
)
"""Texts of links that stand in the row below an entry."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero janeiro gennaio januari",
                "february feb februar fevrier febrero fevereiro febbraio februari",
            "march mar marz mars marzo marco maart", "april apr avril abril aprile", "may mai mayo maio maggio mei",
            "june jun juni juin junio junho giugno", "july jul juli juillet julio julho luglio",
                "august aug aout agosto augustus",
            "september sep sept septembre septiembre setembro settembre",
                "october oct oktober okt octobre octubre outubro ottobre",
            "november nov novembre noviembre novembro",
                "december dec dezember dez decembre diciembre dezembro dicembre",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
"""Month names, folded, to their number."""
