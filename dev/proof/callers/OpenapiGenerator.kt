// Calls a running service by the client that openapi-generator makes for Kotlin.
import java.util.UUID
import org.openapitools.client.apis.GuestLinksApi
import org.openapitools.client.apis.MeetingsApi
import org.openapitools.client.apis.WebhooksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.CreateMeeting

fun main() {
    val url = System.getenv("PARLEY_URL")
    ApiClient.accessToken = System.getenv("PARLEY_API_KEY")
    val meetings = MeetingsApi(url)
    val key = UUID.randomUUID().toString()
    val made = meetings.createMeeting(key, CreateMeeting(title = "Generated")).meetingRef
    check(meetings.readMeeting(made).title == "Generated")
    check(GuestLinksApi(url).createGuestLink(made, key).guestUrl.startsWith("http"))
    WebhooksApi(url).listWebhooks()
}
