package app.fairlot.wrapper;

import android.os.Bundle;
import android.webkit.CookieManager;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(FairlotKeys.class);
        registerPlugin(FairlotVault.class);
        registerPlugin(FairlotScreen.class);
        registerPlugin(FairlotPush.class);
        super.onCreate(savedInstanceState);
    }

    /** The kept token is useless without its cookie, and the system may end the app at any time now. */
    @Override
    public void onPause() {
        super.onPause();
        CookieManager.getInstance().flush();
    }
}
