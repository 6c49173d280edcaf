r"""What is left of a template's text when its own paper is taken out: no lone bracket, comma, label or bullet.

The template engine works on text in which whatever stays is held ("\ue000 number \ue001") and
whatever belonged to the old entry alone is a sign that says so; this module joins what is between.
"""

from __future__ import annotations

import re

GONE = "\ue002"
"""Stands for what belonged to the old entry alone."""
LEAD = "\ue003"
"""Stands before a bullet that is held."""
START = "\ue004"
"""Stands behind an opening tag that is held."""
UNSEEN = {ord(LEAD): None, ord(START): None}
HOLD = re.compile("\ue000(\\d+)\ue001")
CLUSTER = re.compile(f"[ \t,;:./·•–，、；：．。{GONE}-]+")
LABEL_OF_GONE = re.compile(
    rf"(?:\b(?:vols?|volume|nos?|nr|num|number|issue|iss|pp?|pgs?|pages?|bd|band|heft|seiten?|art|article|doi|arxiv|"
    rf"isbn|issn|n[º°])\b\.?:?|第)(?:[ \t]|&nbsp;)*{GONE}"
    rf"(?:[ \t]*(?:[-–—]|&ndash;)+[ \t]*{GONE})?[巻卷号期頁页]?|{GONE}[巻卷号期頁页]",
    re.IGNORECASE,
)
"""A label whose number has gone."""
ALONE = re.compile(r"[ \t]*(?:[/|·•,;–-]|&middot;|&bull;)[ \t\r]*")
"""A line with nothing but a sign that parts links."""
SEPARATORS = (", ", "，", "、", "；", "。", ". ")


def tidy(text: str) -> str:
    """The text without the brackets, commas and lines that nothing is left in."""
    lines, dropped = list[str](), False
    for line in text.split("\n"):
        bare = re.sub(f"{LEAD}{HOLD.pattern}", "", line)
        emptied = GONE in line and not re.search(r"\w|\|", HOLD.sub("", line)) and not HOLD.search(bare)
        if emptied or (dropped and ALONE.fullmatch(line)):
            dropped = True
            continue
        dropped = False
        lines.append(line)
    text = LABEL_OF_GONE.sub(GONE, "\n".join(lines))
    for _ in range(2):
        text = re.sub(rf"[\[(]{GONE}?[ \t,;:.{GONE}-]{{0,80}}[\])]", GONE, text)
    return CLUSTER.sub(_merged, text).translate(UNSEEN)


def _merged(found: re.Match[str]) -> str:
    """One separator for those around what has gone."""
    cluster, text = found[0], found.string
    if GONE not in cluster:
        return cluster
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    _, _, rest = cluster.rpartition(GONE)
    if before in {"", "\n", START}:
        return re.match(r"[ \t]*", cluster)[0]  # type: ignore[index] # matches anything
    if after in {"", "\n"}:
        return ("." if "." in cluster else "," if "," in rest else "") + re.sub(r"[^ \t]", "", rest)
    if after in ")]" or before in "([":
        return ""
    if after in "([":
        return " "
    for sign in SEPARATORS:
        if sign.strip() in cluster:
            return sign
    return " " if " " in cluster else ""
