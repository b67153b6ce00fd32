package app.fairlot.wrapper;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Intent;
import android.net.Uri;
import java.nio.charset.StandardCharsets;
import org.json.JSONException;
import org.json.JSONObject;
import org.unifiedpush.android.connector.FailedReason;
import org.unifiedpush.android.connector.PushService;
import org.unifiedpush.android.connector.data.PushEndpoint;
import org.unifiedpush.android.connector.data.PushMessage;

/** Shows a notice as the service worker does in a browser. A tap opens its page as a link to this installation. */
public class FairlotPushService extends PushService {

    private static final String CHANNEL = "notices";

    @Override
    public void onNewEndpoint(PushEndpoint endpoint, String instance) {
        FairlotPush.onEndpoint(endpoint);
    }

    @Override
    public void onRegistrationFailed(FailedReason reason, String instance) {
        FairlotPush.onFailure();
    }

    @Override
    public void onUnregistered(String instance) {}

    @Override
    public void onMessage(PushMessage message, String instance) {
        // Not encrypted to this phone: not from our server.
        if (!message.getDecrypted()) return;
        try {
            show(new JSONObject(new String(message.getContent(), StandardCharsets.UTF_8)));
        } catch (JSONException damaged) {
            // The list in the app has the notice.
        }
    }

    private void show(JSONObject notice) {
        String path = notice.optString("path", "");
        if (!path.startsWith("/")) path = "/home/notice";
        Uri page = Uri.parse("https://" + getString(R.string.installation_host) + "/#" + path);
        Intent open = new Intent(Intent.ACTION_VIEW, page, this, MainActivity.class);
        NotificationManager manager = getSystemService(NotificationManager.class);
        manager.createNotificationChannel(
            new NotificationChannel(CHANNEL, getString(R.string.notices), NotificationManager.IMPORTANCE_HIGH)
        );
        // The same notice pushed twice replaces itself.
        String tag = notice.optString("noticeId", path);
        manager.notify(
            tag,
            0,
            new Notification.Builder(this, CHANNEL)
                .setSmallIcon(R.drawable.launcher_foreground)
                .setContentTitle(notice.optString("title", getString(R.string.app_name)))
                .setContentText(notice.optString("text", ""))
                .setVisibility(Notification.VISIBILITY_PRIVATE)
                .setAutoCancel(true)
                .setContentIntent(PendingIntent.getActivity(this, tag.hashCode(), open, PendingIntent.FLAG_IMMUTABLE))
                .build()
        );
    }
}
