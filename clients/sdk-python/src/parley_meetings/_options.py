"""Checks what a client is made with, before the first call."""

from __future__ import annotations

import re

import httpx


def checked_key(api_key: str) -> str:
    """Without the white space of a file around it. Raises ValueError, which does not show the key."""
    # A program without types may pass a variable that is not set.
    key = (api_key or "").strip()
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key is empty or contains a character that no key has. Copy it again.")
    return key


def checked_address(base_url: str) -> str:
    """Without a slash at its end. Raises ValueError."""
    try:
        url = httpx.URL(base_url or "")
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise ValueError("base_url must be a URL without a user name, such as https://meet.example.org.")
    return base_url.rstrip("/")
