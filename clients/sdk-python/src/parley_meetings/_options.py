"""Checks what a client is made with, before the first call."""

from __future__ import annotations

import re


def checked_key(api_key: str) -> str:
    """Without the white space of a file around it. Raises ValueError, which does not show the key."""
    key = api_key.strip()
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key is empty or contains a character that no key has. Copy it again.")
    return key
