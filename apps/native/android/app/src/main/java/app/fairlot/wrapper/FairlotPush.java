package app.fairlot.wrapper;

import android.Manifest;
import android.os.Build;
import com.getcapacitor.JSObject;
import com.getcapacitor.PermissionState;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;
import com.getcapacitor.annotation.PermissionCallback;
import java.util.List;
import org.unifiedpush.android.connector.UnifiedPush;
import org.unifiedpush.android.connector.data.PushEndpoint;

/**
 * Web Push through the phone's push service: a distributor the member installed, otherwise Google's. The address and
 * keys are those a browser would give, so the server sends to both in the same way.
 */
@CapacitorPlugin(
    name = "FairlotPush",
    permissions = @Permission(alias = "notifications", strings = { Manifest.permission.POST_NOTIFICATIONS })
)
public class FairlotPush extends Plugin {

    static final String INSTANCE = "member";
    private static FairlotPush running;
    private PluginCall waiting;

    @Override
    public void load() {
        running = this;
    }

    @PluginMethod
    public void availability(PluginCall call) {
        call.resolve(new JSObject().put("isAvailable", !UnifiedPush.getDistributors(getContext()).isEmpty()));
    }

    @PluginMethod
    public void subscribe(PluginCall call) {
        boolean isAllowed = Build.VERSION.SDK_INT < 33 || getPermissionState("notifications") == PermissionState.GRANTED;
        if (isAllowed) register(call);
        else requestPermissionForAlias("notifications", call, "afterPermission");
    }

    @PluginMethod
    public void unsubscribe(PluginCall call) {
        UnifiedPush.unregister(getContext(), INSTANCE);
        call.resolve();
    }

    @PermissionCallback
    private void afterPermission(PluginCall call) {
        if (getPermissionState("notifications") == PermissionState.GRANTED) register(call);
        else call.reject("notifications are not allowed", "denied");
    }

    private void register(PluginCall call) {
        List<String> distributors = UnifiedPush.getDistributors(getContext());
        if (distributors.isEmpty()) {
            call.reject("no push service", "unavailable");
            return;
        }
        String saved = UnifiedPush.getSavedDistributor(getContext());
        if (saved == null) UnifiedPush.saveDistributor(getContext(), distributors.get(0));
        if (waiting != null) waiting.reject("asked again", "failed");
        waiting = call;
        UnifiedPush.register(getContext(), INSTANCE, null, call.getString("publicKey"));
    }

    static void onEndpoint(PushEndpoint endpoint) {
        PluginCall call = taken();
        if (call == null) return;
        if (endpoint.getPubKeySet() == null) call.reject("no keys", "failed");
        else call.resolve(
            new JSObject()
                .put("endpoint", endpoint.getUrl())
                .put("p256dh", endpoint.getPubKeySet().getPubKey())
                .put("auth", endpoint.getPubKeySet().getAuth())
        );
    }

    static void onFailure() {
        PluginCall call = taken();
        if (call != null) call.reject("the push service refused", "failed");
    }

    private static PluginCall taken() {
        if (running == null) return null;
        PluginCall call = running.waiting;
        running.waiting = null;
        return call;
    }
}
