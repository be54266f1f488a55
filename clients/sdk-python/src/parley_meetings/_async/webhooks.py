from __future__ import annotations

import builtins
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass

from .._call import MERGE_PATCH, Call, QueryValue
from .._streamed import StreamedEvent
from ..models import (
    CreateWebhook,
    Key,
    UpdateWebhook,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookList,
    WebhookWithSecret,
)
from .transport import AsyncTransport

WEBHOOKS = "/v1/webhooks"
WEBHOOK = "/v1/webhooks/{}"
DELIVERIES = "/v1/webhooks/{}/deliveries"


@dataclass(frozen=True)
class AsyncKeys:
    _transport: AsyncTransport

    async def read_own(self) -> Key:
        return await self._transport.read(Key, Call("GET", "/v1/key"))


@dataclass(frozen=True)
class AsyncWebhooks:
    _transport: AsyncTransport

    async def create(self, body: CreateWebhook, *, idempotency_key: str | None = None) -> WebhookWithSecret:
        call = Call("POST", WEBHOOKS, body=body, idempotency_key=idempotency_key)
        return await self._transport.read(WebhookWithSecret, call)

    async def list(self) -> builtins.list[Webhook]:
        return (await self._transport.read(WebhookList, Call("GET", WEBHOOKS)))["webhooks"]

    async def read(self, webhook_ref: str) -> Webhook:
        return await self._transport.read(Webhook, Call("GET", WEBHOOK, (webhook_ref,)))

    async def update(self, webhook_ref: str, body: UpdateWebhook) -> Webhook:
        """Changes its URL or event types, disables it, or enables it again."""
        headers = {"content-type": MERGE_PATCH}
        return await self._transport.read(Webhook, Call("PATCH", WEBHOOK, (webhook_ref,), body=body, headers=headers))

    async def delete(self, webhook_ref: str) -> None:
        await self._transport.send(Call("DELETE", WEBHOOK, (webhook_ref,)))

    async def rotate_secret(self, webhook_ref: str, *, idempotency_key: str | None = None) -> WebhookWithSecret:
        call = Call("POST", f"{WEBHOOK}/rotate-secret", (webhook_ref,), idempotency_key=idempotency_key)
        return await self._transport.read(WebhookWithSecret, call)

    async def test(self, webhook_ref: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        call = Call("POST", f"{WEBHOOK}/test", (webhook_ref,), idempotency_key=idempotency_key)
        return await self._transport.read(WebhookDelivery, call)

    async def list_deliveries(
        self, webhook_ref: str, *, page_size: int | None = None, page_token: str | None = None
    ) -> WebhookDeliveryList:
        """One page, newest first."""
        query: dict[str, QueryValue] = {"pageSize": page_size, "pageToken": page_token}
        return await self._transport.read(WebhookDeliveryList, Call("GET", DELIVERIES, (webhook_ref,), query=query))

    async def list_all_deliveries(
        self, webhook_ref: str, *, page_size: int | None = None
    ) -> AsyncIterator[WebhookDelivery]:
        """Every delivery, newest first, fetched page by page as you read."""
        token: str | None = None
        while True:
            page = await self.list_deliveries(webhook_ref, page_size=page_size, page_token=token)
            for delivery in page["deliveries"]:
                yield delivery
            token = page["nextPageToken"]
            if token is None:
                return

    async def replay_delivery(
        self, webhook_ref: str, delivery_ref: str, *, idempotency_key: str | None = None
    ) -> WebhookDelivery:
        refs = (webhook_ref, delivery_ref)
        call = Call("POST", f"{DELIVERIES}/{{}}/replay", refs, idempotency_key=idempotency_key)
        return await self._transport.read(WebhookDelivery, call)


@dataclass(frozen=True)
class AsyncEvents:
    _transport: AsyncTransport

    async def stream(self, *, last_event_id: str | None = None) -> AsyncGenerator[StreamedEvent, None]:
        """
        Every event from now on, or after ``last_event_id``. Reconnects by itself, without a gap. Raises ParleyError
        when a retry cannot help: ``events_expired`` means that some were missed. Raises as a call does when the first
        connection fails.
        """
        async with aclosing(self._transport.frames(Call("GET", "/v1/events"), last_event_id)) as frames:
            async for frame in frames:
                if frame.name != "end":
                    yield StreamedEvent(frame.id or "", json.loads(frame.data))
