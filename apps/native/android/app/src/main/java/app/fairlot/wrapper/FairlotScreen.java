package app.fairlot.wrapper;

import android.view.WindowManager;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Keeps secret pages out of screenshots, recordings and the list of open apps. */
@CapacitorPlugin(name = "FairlotScreen")
public class FairlotScreen extends Plugin {

    @PluginMethod
    public void setSecret(PluginCall call) {
        boolean isSecret = Boolean.TRUE.equals(call.getBoolean("isSecret", false));
        getActivity()
            .runOnUiThread(() -> {
                int flag = WindowManager.LayoutParams.FLAG_SECURE;
                getActivity().getWindow().setFlags(isSecret ? flag : 0, flag);
                call.resolve();
            });
    }
}
