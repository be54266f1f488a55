# Calls a running service by the client that openapi-python-client makes.
import os
from uuid import uuid4

from parley_meetings_api_client import AuthenticatedClient
from parley_meetings_api_client.api.guest_links import create_guest_link
from parley_meetings_api_client.api.meetings import create_meeting, read_meeting, update_meeting
from parley_meetings_api_client.models import CreateMeeting, UpdateMeeting

client = AuthenticatedClient(base_url=os.environ["PARLEY_URL"], token=os.environ["PARLEY_API_KEY"])
made = create_meeting.sync(client=client, body=CreateMeeting(title="Generated"), idempotency_key=str(uuid4()))
link = create_guest_link.sync(made.meeting_ref, client=client, idempotency_key=str(uuid4()))
update_meeting.sync(made.meeting_ref, client=client, body=UpdateMeeting(title="Changed"))
read = read_meeting.sync(made.meeting_ref, client=client)
assert link.guest_url.startswith("http") and read.title == "Changed" and read.schedule is None
