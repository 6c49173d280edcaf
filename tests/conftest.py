"""What several test modules share: the local server that plays the services."""

from collections.abc import Iterator

import pytest

from upstream.server import Services


@pytest.fixture
def services() -> Iterator[Services]:
    """The services on 127.0.0.1, empty, without faults."""
    with Services() as running:
        yield running
