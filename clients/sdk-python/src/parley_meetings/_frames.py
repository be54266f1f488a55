"""Reads server-sent events (HTML standard, 9.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE = re.compile(r"(\w+): ?(.*)")


@dataclass(frozen=True)
class Frame:
    id: str | None
    name: str
    data: str


class FrameReader:
    def __init__(self) -> None:
        self._text = ""

    def feed(self, chunk: str) -> Iterator[Frame]:
        *blocks, self._text = (self._text + chunk).split("\n\n")
        return map(_frame, blocks)


def _frame(block: str) -> Frame:
    fields: dict[str, list[str]] = {}
    for line in block.split("\n"):
        match = _LINE.fullmatch(line)
        if match:
            fields.setdefault(match[1], []).append(match[2])
    ids = fields.get("id")
    return Frame(
        id=ids[-1] if ids else None,
        name=fields.get("event", [""])[-1],
        data="\n".join(fields.get("data", [])),
    )
