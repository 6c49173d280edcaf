"""What reading a homepage costs: seconds of CPU by size, shape and hostility.

    python benchmarks/homepages.py [PAGE …]

Made-up pages grow tenfold to show that the cost grows with them; hostile ones show that it is bounded.
Paths given are timed as well.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from scholarsync.model import Page
from scholarsync.sources.homepage.read import read_page

ENTRY = (
    "<li><p><strong>Fox, Ada</strong>, Elm, Bo, and Oak, Cy ({year}). <a href='https://doi.org/10.5555/made.up.{n}'>A title of number {n} "
    "about the reading of invented lists: evidence from pages that nobody wrote</a>. <em>Journal of Imaginary Measurement</em>, "
    "{volume}(3), {n}&ndash;{last}. [<a href='files/{n}.pdf'>pdf</a>] [<a href='https://example.org/code/{n}'>code</a>]</p></li>\n"
)
HOSTILE = {
    "50,000 nested divs": "<div>a" * 50_000,
    "50,000 opening quotes": "<p>" + "“" * 50_000,
    "50,000 brackets": "<p>" + "(" * 50_000,
    "50,000 years": "<p>" + "2020 " * 50_000,
    "5,000 names in one line": "<p>" + "A. Bcde, " * 5_000,
    "100,000 words in one line": "<p>" + "Word " * 100_000,
    "5,000 unmarked lines": "A. Bcde, Title here, 2020<br>" * 5_000,
    "20,000 open BibTeX entries": "<div class=hidden>" + "@article{a, title={" * 20_000 + "</div>",
    "100,000 attributes": "<p " + "a=b " * 100_000 + ">x",
}


def entries(count: int) -> str:
    """A page of so many entries."""
    rows = "".join(ENTRY.format(n=n, last=n + 12, volume=n % 40, year=1990 + n % 35) for n in range(count))
    return f"<html><body><h1>Publications</h1><ol>{rows}</ol></body></html>"


def timed(name: str, body: bytes) -> None:
    begin = time.process_time()
    drafts = read_page(Page(watch="benchmark", url=f"{name}.html", body=body)).drafts
    spent = time.process_time() - begin
    print(
        f"{name:32} {len(body) / 1000:9.0f} kB {len(drafts):7} records {spent:8.2f} s {spent / len(body) * 1e5:8.3f} s per 100 kB"
    )


def main() -> None:
    for count in (100, 1_000, 10_000):
        timed(f"{count} entries", entries(count).encode())
    for name, body in HOSTILE.items():
        timed(name, ("<h2>Publications</h2>" + body).encode())
    for path in sys.argv[1:]:
        timed(Path(path).parent.name or path, Path(path).read_bytes())


if __name__ == "__main__":
    main()
