from __future__ import annotations

import httpx
import pytest
from faults import Faulty

from parley_meetings import AsyncParley, Parley

BASE_URL = "https://meet.example.org"


def test_an_api_key_may_have_white_space_around_it_as_in_a_file() -> None:
    faulty = Faulty(answers=[httpx.Response(200, json={})])
    http_client = httpx.Client(transport=faulty)
    Parley(base_url=BASE_URL, api_key=" parley_key\r\n", http_client=http_client).keys.read_own()
    assert faulty.requests[0].headers["authorization"] == "Bearer parley_key"


@pytest.mark.parametrize("made", [Parley, AsyncParley])
@pytest.mark.parametrize("api_key", ["parley_\nkey", "parley_…", "parley key", "parley_key\0", "", "\n", None])
def test_an_api_key_that_cannot_be_sent_is_refused_at_once_and_not_shown(
    made: type[Parley | AsyncParley], api_key: str
) -> None:
    with pytest.raises(ValueError) as refused:
        made(base_url=BASE_URL, api_key=api_key)
    assert str(refused.value) == "api_key is empty or contains a character that no key has. Copy it again."


@pytest.mark.parametrize("made", [Parley, AsyncParley])
@pytest.mark.parametrize(
    "base_url",
    [None, "", "a.example.org", "localhost:8080", "/parley", "ftp://a.test", "http://", "http://a\n", "http://a:b@c"],
)
def test_an_address_that_no_call_can_be_sent_to_is_refused_at_once(
    made: type[Parley | AsyncParley], base_url: str
) -> None:
    with pytest.raises(ValueError, match="base_url must be a URL without a user name, such as https"):
        made(base_url=base_url, api_key="key")
