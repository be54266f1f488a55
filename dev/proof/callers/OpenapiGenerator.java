// Calls a running service by the client that openapi-generator makes for Java.
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.GuestLinksApi;
import org.openapitools.client.api.MeetingsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.CreateMeeting;

class OpenapiGenerator {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("PARLEY_URL"));
    client.setBearerToken(System.getenv("PARLEY_API_KEY"));
    MeetingsApi meetings = new MeetingsApi(client);
    String key = UUID.randomUUID().toString();
    String made = meetings.createMeeting(key, new CreateMeeting().title("Generated")).getMeetingRef();
    String guestUrl = new GuestLinksApi(client).createGuestLink(made, key, null).getGuestUrl();
    if (!guestUrl.startsWith("http")) throw new AssertionError(guestUrl);
    if (new WebhooksApi(client).listWebhooks().getWebhooks() == null) throw new AssertionError();
  }
}
