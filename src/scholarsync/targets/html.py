"""An HTML page: own stylesheet, grouped by year, own name marked, a filter box that the page does without.

Everything is autoescaped; links pass the scheme check of `citation.links`.  A user's own
template gets the same values and runs in jinja2's sandbox.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

from markupsafe import Markup

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.template import fill

STYLE = """
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6570;--line:#d9dee3;--link:#0b5cad;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaee;--soft:#9aa5b1;--line:#363d45;--link:#7ab8ff;--paper:#14171a}}
*{box-sizing:border-box}body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:46rem;background:var(--paper);
color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}h1{font-size:1.7rem;margin:.5rem 0 1rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
ol{list-style:none;margin:0;padding:0}li{padding:.6rem 0}.title{font-weight:600}.authors,.venue{color:var(--soft)}
.me{color:var(--ink);font-weight:600;text-decoration:underline;text-underline-offset:.15em}.venue i{color:var(--ink)}
a{color:var(--link)}.links a{display:inline-block;margin-right:.75rem;padding:.15rem 0;font-size:.9rem}
.filter{width:100%;padding:.55rem .7rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);
border-radius:.4rem}.filter-box[hidden],section[hidden],li[hidden]{display:none}.count,.legend{color:var(--soft);font-size:.9rem}
.count{min-height:1.5em;margin:.25rem 0 0}sup{line-height:0}a:focus-visible,.filter:focus-visible{outline:2px solid
var(--link);outline-offset:2px}@media print{.filter-box{display:none}body{max-width:none;padding:0}}
"""
SCRIPT = """
const box=document.querySelector('.filter-box'),input=box.querySelector('input'),count=box.querySelector('.count');
const fold=t=>t.normalize('NFKD').replace(/\\p{M}/gu,'').toLowerCase();
const show=()=>{const words=fold(input.value).split(/\\s+/).filter(Boolean);let shown=0;
for(const s of document.querySelectorAll('section')){let some=false;for(const li of s.querySelectorAll('li')){
const text=fold(li.textContent+' '+(s.dataset.year||'')),hit=words.every(w=>text.includes(w));
li.hidden=!hit;some=some||hit;shown+=hit}s.hidden=!some}count.textContent=words.length?shown+' found':''};
const linked=()=>{const asked=new URLSearchParams(location.hash.slice(1)).get('q');
if(asked!==null){input.value=asked;show()}};
box.hidden=false;input.addEventListener('input',show);addEventListener('hashchange',linked);linked();
"""
"""Without it the page is whole, but has no filter; ``#q=words`` at the end of the address fills the box."""
SPELLED = {"doi": "DOI", "arxiv": "arXiv", "pdf": "PDF", "html": "HTML"}
"""Labels of links that are no plain words."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{ style_hash }}'; script-src '{{ script_hash }}'">
<meta name="generator" content="scholarsync">
<title>{{ title }}</title>
<style>{{ style }}</style>
</head>
<body>
<main>
<h1>{{ title }}</h1>
<div class="filter-box" hidden>
<label for="filter">Filter by words of title, author or venue</label>
<input id="filter" class="filter" type="search" autocomplete="off">
<p class="count" aria-live="polite"></p>
</div>
{%- for year, works in years %}
<section{% if year %} data-year="{{ year }}"{% endif %}>
{%- if year %}
<h2>{{ year }}</h2>
{%- endif %}
<ol>
{%- for work in works %}
<li id="{{ work.key }}">
<div class="title">{{ work.title }}</div>
{%- if work.names %}
<div class="authors">
{%- for name in work.names %}{% if name.owner %}<span class="me">{{ name.text }}</span>{% else %}{{ name.text }}{% endif %}{% if name.mark %}<sup>{{ name.mark }}</sup>{% endif %}{% if not loop.last %}, {% endif %}{% endfor %}{% if work.truncated %}, et al.{% endif -%}
</div>
{%- endif %}
{%- if work.venue or work.year or work.status %}
<div class="venue">{% if work.venue %}<i>{{ work.venue }}</i>{% endif %}{% if work.details %}{{ ", " if work.venue }}{{ work.details }}{% endif %}{% if work.year %}{{ ", " if work.venue or work.details }}{{ work.year }}{% endif %}{% if work.status %} ({{ work.status }}){% endif %}</div>
{%- endif %}
{%- if work.links %}
<div class="links">{% for label, url in work.links.items() %}<a href="{{ url }}">{{ spelled.get(label, label) }}</a>{% if not loop.last %} {% endif %}{% endfor %}</div>
{%- endif %}
</li>
{%- endfor %}
</ol>
</section>
{%- endfor %}
{%- if legend %}
<p class="legend">{{ legend }}</p>
{%- endif %}
</main>
<script>{{ script }}</script>
</body>
</html>
"""  # noqa: E501 - the text of the page: a line break inside an author list would show


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a page that stands alone.

    Raises:
        ConfigError: the user's template has a mistake.
    """
    return fill(
        options.template or PAGE, works, options, escape=None, spelled=SPELLED,
        style=_safe(STYLE), script=_safe(SCRIPT), style_hash=_digest(STYLE), script_hash=_digest(SCRIPT),
    )  # fmt: skip


def _safe(text: str) -> Markup:
    """Our own style and script, which are not escaped."""
    return Markup(text)  # noqa: S704 - a constant of this module


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


target = Target(name="html", suffix=".html", render=render, templated=True)
