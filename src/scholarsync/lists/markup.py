"""Markdown and HTML pages (placeholder while the reader is being wired)."""

from __future__ import annotations

from scholarsync.lists.model import Form
from scholarsync.lists.yaml_list import form

markdown: Form = form
html: Form = form
