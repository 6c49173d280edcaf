"""Hand-kept lists on the disk: read without loss, written whole or not at all.

A symbolic link is written through: the file it leads to changes, the link stays.
"""

from __future__ import annotations

import codecs
import os
import re
from pathlib import Path, PurePosixPath

from scholarsync.errors import InputError, PublishError
from scholarsync.files import replace_whole
from scholarsync.lists.model import Files, Text
from scholarsync.sources.homepage import decode as homepage_decode

LIMIT = 50_000_000
"""Bytes of one file; a hand-kept list of more is none."""
LEGACY = tuple("cp1252 latin-1 cp932 euc_jp gb18030 big5hkscs cp949 cp1250 cp1251 koi8_r cp1253 cp1254".split())
"""Encodings of texts that declare none."""
DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,4}[=:]\s{0,4}["']?([A-Za-z0-9_:.-]{2,40})""", re.IGNORECASE)


def load(path: Path) -> dict[str, Text]:
    """The text of a file, or of the pages and .bib files of a folder, by relative path.

    Raises:
        InputError: it is not there, or cannot be read.
    """
    try:
        if not path.is_dir():
            return {path.name: _read(path)}
        found = sorted(file for file in path.rglob("*") if _is_page(file, path))
        return {file.relative_to(path).as_posix(): _read(file) for file in found}
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def _is_page(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return not hidden and file.suffix.lower() in {".md", ".markdown", ".bib", ".html", ".qmd"} and file.is_file()


def _read(path: Path) -> Text:
    if path.stat().st_size > LIMIT:
        raise InputError(f"{path}: larger than {LIMIT // 1_000_000} MB")
    return decode(path.read_bytes())


def decode(body: bytes) -> Text:
    """Bytes as text that encodes to the same bytes again."""
    for encoding in ("utf-8", *_declared(body)):
        if (text := _decoded(body, encoding)) is not None:
            return Text(text=text, encoding=encoding)
    likely = homepage_decode.decode(body)
    for encoding in LEGACY:
        if (text := _decoded(body, encoding)) == likely and text is not None:
            return Text(text=text, encoding=encoding)
    return Text(text=body.decode("utf-8", "surrogateescape"))


def _decoded(body: bytes, encoding: str) -> str | None:
    """The text in an encoding that gives the same bytes again."""
    try:
        text = body.decode(encoding)
        return text if text.encode(encoding) == body else None
    except (UnicodeError, LookupError):
        return None


def _declared(body: bytes) -> list[str]:
    if body.startswith(codecs.BOM_UTF16_LE):
        return ["utf-16-le"]
    if body.startswith(codecs.BOM_UTF16_BE):
        return ["utf-16-be"]
    named = DECLARED.search(body[:4096])
    return [named[1].decode("ascii").lower()] if named else []


def encode(text: Text) -> bytes:
    """The bytes of a text."""
    errors = "surrogateescape" if text.encoding == "utf-8" else "strict"
    return text.text.encode(text.encoding, errors)


def save(path: Path, before: Files, after: Files) -> tuple[Path, ...]:
    """Write the files that differ or are new; each whole or not at all.

    Raises:
        PublishError: a name leads out of the folder, a new file stands there already, or the disk refuses.
    """
    changed = [name for name in after if name not in before or after[name] != before[name]]
    targets = [(place_of(path, name) if path.is_dir() else path, name) for name in changed]
    for target, name in targets:
        if name not in before and (target.exists() or target.is_symlink()):
            raise PublishError(f"{target}: stands there already; nothing was written")
    for target, name in targets:
        _write(target, encode(after[name]))
    return tuple(target for target, _ in targets)


def place_of(folder: Path, name: str) -> Path:
    """The path of a file in a folder.

    Raises:
        PublishError: the name is absolute or leads out of the folder.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or any("\\" in part or "\0" in part for part in parts):
        raise PublishError(f"{folder}: {name!r} is no name for a page")
    return folder.joinpath(*parts)


def _write(path: Path, body: bytes) -> None:
    try:
        replace_whole(Path(os.path.realpath(path)), body)
    except OSError as error:
        raise PublishError(f"{path}: {error.strerror or error}") from error
