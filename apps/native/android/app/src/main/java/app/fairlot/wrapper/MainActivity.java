package app.fairlot.wrapper;

import android.os.Bundle;
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
}
