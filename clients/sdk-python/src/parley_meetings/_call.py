"""One API call before it is sent. No network here."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from ._version import VERSION

JSON = "application/json"
MERGE_PATCH = "application/merge-patch+json"

QueryValue = str | int | Sequence[str] | Mapping[str, str] | None


@dataclass(frozen=True)
class Call:
    """``template`` has a ``{}`` for each of ``refs``."""

    method: str
    template: str
    refs: tuple[str, ...] = ()
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None

    def path(self) -> str:
        filled = self.template.format(*map(_segment, self.refs))
        pairs = [pair for name, value in self.query.items() for pair in _pairs(name, value)]
        return f"{filled}?{urlencode(pairs)}" if pairs else filled

    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body).encode()

    def all_headers(self, api_key: str) -> dict[str, str]:
        """Computed once for all attempts: a POST keeps its Idempotency-Key."""
        headers = {
            "authorization": f"Bearer {api_key}",
            "accept": "*/*" if self.method == "DELETE" else JSON,
            "user-agent": f"parley-meetings-python/{VERSION}",
        }
        if self.body is not None:
            headers["content-type"] = JSON
        if self.method == "POST":
            given = self.idempotency_key
            headers["idempotency-key"] = str(uuid.uuid4()) if given is None else given
        return {**headers, **self.headers}

    @property
    def changes_one_version(self) -> bool:
        return "if-match" in self.headers


def _segment(ref: str) -> str:
    """``.`` and ``..`` are encoded twice: a URL would take them for a way to another path, even encoded."""
    return quote(ref, safe="") if ref not in (".", "..") else ref.replace(".", "%252E")


def _pairs(name: str, value: QueryValue) -> list[tuple[str, str]]:
    if value is None:
        return []
    if isinstance(value, str | int):
        return [(name, str(value))]
    if isinstance(value, Mapping):
        return [(f"{name}[{member}]", text) for member, text in value.items()]
    return [(name, one) for one in value]
