from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from parley_meetings import Parley


@pytest.fixture
def parley() -> Iterator[Parley]:
    with client() as made:
        yield made


def client(key: str = "PARLEY_API_KEY") -> Parley:
    return Parley(base_url=os.environ["PARLEY_URL"] + "/", api_key=os.environ[key])
