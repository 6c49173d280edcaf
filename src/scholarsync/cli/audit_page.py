"""The audit's findings as one HTML page: counted, grouped, readable on a phone and without a script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from itertools import groupby

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from scholarsync.audit import KINDS, Finding

ADVICE = {
    "missing": "The source was read whole and does not list these.",
    "gone": "The source listed these once; its newest answer does not.",
    "disagree": "Two sources state values that cannot all be right.",
    "wrong-id": "The identifier is another work's: a swapped or mistyped link.",
    "shared-id": "One of the works has another's identifier or link.",
    "two-ids": "One of the identifiers is wrong, or two works were taken for one.",
    "broken": "Their spelling alone tells that these lead nowhere.",
    "namesake": "Somebody of the same name may have written these; decide with “scholarsync review”.",
    "twice": "One work has several entries in one place.",
}
"""What a kind of finding says, in a sentence."""
STYLE = """
:root{color-scheme:light dark;--ink:#1c2024;--soft:#56606b;--line:#d9dee3;--paper:#fff;--tint:#f2f5f8;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaee;--soft:#a3aeb9;--line:#363d45;--paper:#14171a;--tint:#1e2328;
--link:#7ab8ff}}
*{box-sizing:border-box}body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:56rem;background:var(--paper);
color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .4rem}
h2{font-size:1.15rem;margin:2.2rem 0 .2rem}h2 span,nav span{color:var(--soft);font-weight:400}
p{margin:.2rem 0 .8rem;color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0 0;padding:0;list-style:none}
nav a{display:block;padding:.35rem .7rem;border:1px solid var(--line);border-radius:1rem;color:inherit;
text-decoration:none}nav a:hover,nav a:focus-visible{border-color:var(--link)}
section ul{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
section li{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.4fr);gap:.1rem 1.5rem;padding:.7rem 0;
border-bottom:1px solid var(--line)}.title{font-weight:600}.key{color:var(--soft);font-size:.875rem}
.where{display:inline-block;padding:.05rem .45rem;background:var(--tint);border-radius:.3rem;font-size:.875rem}
.finding+.finding{margin-top:.6rem}.finding div{margin-top:.15rem}
.records{color:var(--soft);font-size:.8rem}
@media(max-width:40rem){section li{grid-template-columns:minmax(0,1fr)}}
"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{ digest }}'">
<meta name="robots" content="noindex">
<title>Audit of the sources</title>
<style>{{ style }}</style>
</head>
<body>
<main>
<h1>What is missing or wrong on the sources</h1>
{%- if not groups %}
<p>Nothing was found.</p>
{%- else %}
<p>{{ total }} finding{{ "s" if total != 1 }} about {{ works }} work{{ "s" if works != 1 }}</p>
<nav aria-label="Kinds of finding"><ul>
{%- for group in groups %}
<li><a href="#{{ group.kind }}">{{ group.name }} <span>{{ group.count }}</span></a></li>
{%- endfor %}
</ul></nav>
{%- endif %}
{%- for group in groups %}
<section id="{{ group.kind }}" aria-labelledby="{{ group.kind }}-name">
<h2 id="{{ group.kind }}-name">{{ group.name | capitalize }} <span>({{ group.count }})</span></h2>
<p>{{ group.advice }}</p>
<ul>
{%- for work in group.works %}
<li>
<div><div class="title">{{ work.title }}</div><div class="key">{{ work.key }}</div></div>
<div>
{%- for finding in work.findings %}
<div class="finding"><span class="where">{{ finding.where }}</span>
{%- if finding.detail != group.name %}
{%- for part in finding.detail.split("; ") %}<div>{{ part }}</div>{% endfor %}
{%- endif %}
{%- if finding.records %}
<div class="records">{{ finding.records | join(" · ") }}</div>
{%- endif %}
</div>
{%- endfor %}
</div>
</li>
{%- endfor %}
</ul>
</section>
{%- endfor %}
</main>
</body>
</html>
"""


def page(findings: Sequence[Finding]) -> str:
    """The findings, in their order, as a page that stands alone."""
    groups = [_group(kind, list(group)) for kind, group in groupby(findings, key=lambda finding: finding.kind)]
    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(PAGE).render(
        groups=groups, total=len(findings), works=len({finding.work for finding in findings}),
        style=Markup(STYLE), digest=_digest(STYLE),  # noqa: S704 - a constant of this module
    )  # fmt: skip


def _group(kind: str, findings: Sequence[Finding]) -> dict[str, object]:
    """The findings of one kind, those of one work together."""
    works: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        works.setdefault((finding.title, finding.work), []).append(finding)
    rows = [{"title": title, "key": key, "findings": found} for (title, key), found in works.items()]
    return {"kind": kind, "name": KINDS[kind], "advice": ADVICE[kind], "count": len(findings), "works": rows}


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
