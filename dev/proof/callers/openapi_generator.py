# Calls a running service by the client that openapi-generator makes for Python.
import os
from uuid import uuid4

from openapi_client import ApiClient, Configuration, CreateMeeting, CreateWebhook, GuestLinksApi, MeetingsApi
from openapi_client import UpdateMeeting, WebhooksApi

configuration = Configuration(host=os.environ["PARLEY_URL"], access_token=os.environ["PARLEY_API_KEY"])
with ApiClient(configuration) as client:
    meetings = MeetingsApi(client)
    made = meetings.create_meeting(str(uuid4()), CreateMeeting(title="Generated"))
    link = GuestLinksApi(client).create_guest_link(made.meeting_ref, str(uuid4()))
    meetings.update_meeting(made.meeting_ref, update_meeting=UpdateMeeting(title="Changed"))
    read = meetings.read_meeting(made.meeting_ref)
    assert link.guest_url.startswith("http") and read.title == "Changed" and read.schedule is None
    assert WebhooksApi(client).list_webhooks().webhooks == []
    assert CreateWebhook
