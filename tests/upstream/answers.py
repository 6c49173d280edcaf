"""What the services answer when all is well: made-up people, their articles and papers, as pages and feeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer of a server, and what its wire does to it."""

    status: int = 200
    body: bytes = b""
    content_type: str | None = "text/html; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    declared_length: int | None = None
    """What Content-Length says, when not the truth."""
    drip_from: int | None = None
    """Byte from which on single bytes come; -1 for the first of the body."""
    drip_every_s: float = 0.0
    reset: bool = False
    silent: bool = False

    @property
    def reason(self) -> str:
        return HTTPStatus(self.status).phrase if self.status in HTTPStatus._value2member_map_ else "Odd"


# Scholar ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One row of a profile and its page."""

    id: str
    """The part after the colon."""
    title: str = "Gauging small rivers"
    authors: str = "R Quill, B Harrow"
    venue: str = "Journal of Made-up Rivers 13 (2), 10-19"
    year: str = "2031"
    cites: int = 0
    details: Mapping[str, str] = field(
        default_factory=lambda: {
            "Authors": "Robin Quill, Bea Harrow",
            "Publication date": "2031/4/2",
            "Journal": "Journal of Made-up Rivers",
            "Volume": "13",
            "Issue": "2",
            "Pages": "10-19",
            "Publisher": "River Press",
        }
    )
    link: str | None = "https://example.org/articles/gauging"
    pdf: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One person's page."""

    name: str = "Robin Quill"
    articles: Sequence[Article] = ()
    canonical: str | None = None
    """Id in the canonical link, when another than the one asked for."""


def some_articles(count: int, *, first_year: int = 1990) -> tuple[Article, ...]:
    """Different articles, the later the newer and the less cited; list and page say the same of each."""
    return tuple(_some_article(n, year=str(first_year + n // 4), cites=count - n) for n in range(count))


def _some_article(number: int, *, year: str, cites: int) -> Article:
    volume, pages = str(number + 1), f"{number}-{number + 9}"
    details = {
        "Authors": "Robin Quill, Bea Harrow", "Publication date": f"{year}/4/2", "Journal": "Journal of Made-up Rivers",
        "Volume": volume, "Issue": "2", "Pages": pages, "Publisher": "River Press",
    }  # fmt: skip
    return Article(
        id=f"art{number:09d}", title=f"Gauging river number {number}", year=year, cites=cites, details=details,
        venue=f"Journal of Made-up Rivers {volume} (2), {pages}", link=f"https://example.org/articles/gauging-{number}",
    )  # fmt: skip


def scholar_answer(profiles: Mapping[str, Profile], parameters: Mapping[str, str]) -> Answer:
    """A profile, an article of it, or the way to the login for who is not known."""
    person = parameters.get("user", "")
    if person not in profiles:
        return Answer(status=302, headers={"Location": "/ServiceLogin?service=citations"})
    profile = profiles[person]
    if parameters.get("view_op") == "view_citation":
        wanted = parameters.get("citation_for_view", "").partition(":")[2]
        for article in profile.articles:
            if article.id == wanted:
                return Answer(body=article_page(person, article).encode())
        return Answer(status=404, body=b"<title>Error 404 (Not Found)</title>")
    return Answer(body=profile_page(person, profile, parameters).encode())


def profile_page(person: str, profile: Profile, parameters: Mapping[str, str]) -> str:
    """The list of a profile, with the landmarks of the real one."""
    newest = parameters.get("sortby") == "pubdate"
    ordered = sorted(profile.articles, key=lambda a: (a.year, a.id) if newest else (a.cites, a.id), reverse=True)
    start, size = int(parameters.get("cstart", "0")), min(int(parameters.get("pagesize", "20")), 100)
    shown = ordered[start : start + size]
    rows = "".join(_row(person, article) for article in shown) or (
        "<tr><td class='gsc_a_e' colspan='3'>There are no articles in this profile.</td></tr>"
    )
    more = "" if start + size < len(ordered) else " disabled"
    standard = "".join(f"<td class='gsc_rsb_std'>{number}</td>" for number in (10, 5, 2, 1, 1, 0))
    return (
        f"<!doctype html><html><head><title>{escape(profile.name)} - Google Scholar</title>"
        f"<link rel='canonical' href='https://scholar.google.com/citations?user={profile.canonical or person}&amp;hl=en'>"
        f"</head><body><div id='gs_top'><div id='gsc_prf_in'>{escape(profile.name)}</div>"
        "<div class='gsc_prf_il'>River Institute</div>"
        "<div class='gsc_prf_il' id='gsc_prf_ivh'>Verified email at example.org</div>"
        f"<a class='gsc_prf_inta'>rivers</a><table id='gsc_rsb_st'><tr>{standard}</tr></table>"
        "<table id='gsc_a_t'><thead><tr id='gsc_a_trh'><th>Title</th></tr></thead>"
        f"<tbody id='gsc_a_b'>{rows}</tbody></table>"
        f"<span id='gsc_a_nn'>Articles {start + 1}&ndash;{start + len(shown)}</span>"
        f"<button type='button' id='gsc_bpf_more' class='gs_btnPD'{more}>Show more</button></div>"
        "<div id='gs_ftr' role='contentinfo'></div></body></html>"
    )


def _row(person: str, article: Article) -> str:
    year = f"<span class='gs_oph'>, {article.year}</span>" if article.year else ""
    cited = str(article.cites) if article.cites else ""
    return (
        "<tr class='gsc_a_tr'><td class='gsc_a_t'>"
        f"<a href='/citations?view_op=view_citation&amp;hl=en&amp;user={person}&amp;"
        f"citation_for_view={person}:{article.id}' class='gsc_a_at'>{escape(article.title)}</a>"
        f"<div class='gs_gray'>{escape(article.authors)}</div><div class='gs_gray'>{escape(article.venue)}{year}</div>"
        "</td><td class='gsc_a_c'>"
        f"<a href='https://scholar.google.com/scholar?oi=bibs&amp;hl=en&amp;cites=1234567' class='gsc_a_ac gs_ibl'>{cited}</a>"
        f"</td><td class='gsc_a_y'><span class='gsc_a_h gsc_a_hc gs_ibl'>{article.year}</span></td></tr>"
    )


def article_page(person: str, article: Article) -> str:
    """The page of one article."""
    fields = dict(article.details)
    rows = "".join(
        f"<div class='gs_scl'><div class='gsc_oci_field'>{escape(name)}</div>"
        f"<div class='gsc_oci_value'>{escape(value)}</div></div>"
        for name, value in fields.items()
    )
    if article.description:
        rows += (
            "<div class='gs_scl'><div class='gsc_oci_field'>Description</div><div class='gsc_oci_value'>"
            f"<div class='gsh_small'>{escape(article.description)}</div></div></div>"
        )
    rows += (
        "<div class='gs_scl'><div class='gsc_oci_field'>Total citations</div><div class='gsc_oci_value'>"
        f"<div><a href='https://scholar.google.com/scholar?oi=bibs&amp;cites=1234567'>Cited by {article.cites}</a></div>"
        "</div></div>"
        "<div class='gs_scl'><div class='gsc_oci_field'>Scholar articles</div><div class='gsc_oci_value'>"
        "<div class='gsc_oci_merged_snippet'><div><a href='/scholar?oi=bibs&amp;cluster=987654321&amp;hl=en'>"
        f"{escape(article.title)}</a></div></div></div></div>"
    )
    pdf = f"<div class='gsc_oci_title_ggi'><a href='{escape(article.pdf)}'>[PDF]</a></div>" if article.pdf else ""
    title = escape(article.title)
    if article.link:
        title = f"<a class='gsc_oci_title_link' href='{escape(article.link)}'>{title}</a>"
    return (
        "<!doctype html><html><head><title>View article</title></head><body><div id='gs_top'>"
        f"<div id='gsc_oci_title_wrapper'><div id='gsc_oci_title_gg'>{pdf}</div><div id='gsc_oci_title'>{title}</div></div>"
        f"<div id='gsc_oci_table'>{rows}</div></div><div id='gs_ftr' role='contentinfo'></div></body></html>"
    )


# arXiv ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper on arXiv."""

    id: str
    version: int = 1
    title: str = "On made-up rivers"
    authors: Sequence[str] = ("Robin Quill", "Bea Harrow")
    published: str | None = "2031-04-02T10:00:00Z"
    updated: str | None = "2031-04-02T10:00:00Z"
    summary: str = "We gauge rivers."
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    categories: Sequence[str] = ("physics.geo-ph",)


def some_papers(count: int) -> list[Paper]:
    return [Paper(id=f"3104.{n:05d}", title=f"On made-up river {n}") for n in range(1, count + 1)]


def arxiv_answer(papers: Sequence[Paper], parameters: Mapping[str, str]) -> Answer:
    """What the query interface answers; the papers of an author query are those that name the author."""
    ids = [part for part in parameters.get("id_list", "").split(",") if part]
    start, size = int(parameters.get("start", "0")), int(parameters.get("max_results", "10"))
    if ids:
        for asked in ids:
            if not any(char.isdigit() for char in asked):
                return Answer(status=400, body=error_feed(asked).encode(), content_type="application/atom+xml")
        bare = {asked.rpartition("v")[0] or asked if asked[-2:-1] == "v" else asked for asked in ids}
        found = [paper for paper in papers if paper.id in bare]
    else:
        author = parameters.get("search_query", "").removeprefix("au:").strip('"').casefold()
        found = [p for p in papers if any(author in name.casefold() for name in p.authors)]
    body = feed(found[start : start + size], total=len(found), start=start, size=size)
    return Answer(body=body.encode(), content_type="application/atom+xml; charset=UTF-8")


def arxiv_author_answer(papers: Sequence[Paper]) -> Answer:
    """An author's feed, which has no counts."""
    return Answer(body=feed(papers, total=None).encode(), content_type="application/atom+xml; charset=UTF-8")


def feed(papers: Sequence[Paper], *, total: int | None, start: int = 0, size: int = 100) -> str:
    """An Atom feed as arXiv writes it."""
    counts = (
        f"<opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults>"
        f"<opensearch:startIndex>{start}</opensearch:startIndex>"
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/made-up</id><title>arXiv Query</title>'
        f"<updated>2031-05-01T00:00:00Z</updated>{counts if total is not None else ''}"
        + "".join(_entry(paper) for paper in papers)
        + "</feed>\n"
    )


def _entry(paper: Paper) -> str:
    where = f"{paper.id}v{paper.version}"
    parts = [f"<id>http://arxiv.org/abs/{where}</id>", f"<title>{escape(paper.title)}</title>"]
    parts += [f"<updated>{paper.updated}</updated>"] if paper.updated else []
    parts += [
        f'<link href="https://arxiv.org/abs/{where}" rel="alternate" type="text/html"/>',
        f'<link href="https://arxiv.org/pdf/{where}" rel="related" type="application/pdf" title="pdf"/>',
        f"<summary>{escape(paper.summary)}</summary>",
    ]
    parts += [f'<category term="{escape(term)}" scheme="http://arxiv.org/schemas/atom"/>' for term in paper.categories]
    parts += [f"<published>{paper.published}</published>"] if paper.published else []
    for name, value in (("comment", paper.comment), ("journal_ref", paper.journal_ref), ("doi", paper.doi)):
        parts += [f"<arxiv:{name}>{escape(value)}</arxiv:{name}>"] if value else []
    parts += [f'<arxiv:primary_category term="{escape(paper.categories[0])}"/>']
    parts += [f"<author><name>{escape(name)}</name></author>" for name in paper.authors]
    return f"<entry>{''.join(parts)}</entry>\n"


def error_feed(asked: str) -> str:
    """The one entry that says what was wrong with a query."""
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns="http://www.w3.org/2005/Atom">'
        "<id>https://arxiv.org/</id><title>arXiv Search Results</title><updated>2031-05-01T00:00:00Z</updated>"
        "<opensearch:totalResults>1</opensearch:totalResults><entry>"
        f"<id>https://arxiv.org/api/errors#incorrect_id_format_for_{escape(asked)}</id><title>Error</title>"
        f"<updated>2031-05-01T00:00:00Z</updated><summary>incorrect id format for {escape(asked)}</summary>"
        "<author><name>arXiv api core</name></author></entry></feed>"
    )
