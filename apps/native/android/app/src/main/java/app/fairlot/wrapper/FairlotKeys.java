package app.fairlot.wrapper;

import android.content.Context;
import android.content.SharedPreferences;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.security.keystore.StrongBoxUnavailableException;
import android.util.Base64;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.ECGenParameterSpec;

/** Device keys in the Android Keystore: P-256, made there, never readable. Preferences hold only the server's ids. */
@CapacitorPlugin(name = "FairlotKeys")
public class FairlotKeys extends Plugin {

    private static final String STORE = "AndroidKeyStore";
    private static final String PREFIX = "device-key:";

    @PluginMethod
    public void create(PluginCall call) {
        run(call, (name) -> {
            ids().edit().remove(name).apply();
            try {
                generate(name, true);
            } catch (StrongBoxUnavailableException unavailable) {
                generate(name, false);
            }
            return new JSObject().put("publicKey", publicKeyOf(name));
        });
    }

    @PluginMethod
    public void keep(PluginCall call) {
        run(call, (name) -> {
            String id = call.getString("id");
            if (id == null || publicKeyOf(name) == null) throw new GeneralSecurityException("no key to keep");
            ids().edit().putString(name, id).apply();
            return new JSObject();
        });
    }

    @PluginMethod
    public void read(PluginCall call) {
        run(call, (name) -> {
            String id = ids().getString(name, null);
            String publicKey = publicKeyOf(name);
            JSObject answer = new JSObject();
            return id == null || publicKey == null ? answer : answer.put("publicKey", publicKey).put("id", id);
        });
    }

    @PluginMethod
    public void sign(PluginCall call) {
        run(call, (name) -> {
            String text = call.getString("text");
            PrivateKey key = (PrivateKey) store().getKey(PREFIX + name, null);
            if (key == null || text == null) throw new GeneralSecurityException("no key to sign with");
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return new JSObject().put("signature", Base64.encodeToString(signature.sign(), Base64.NO_WRAP));
        });
    }

    @PluginMethod
    public void remove(PluginCall call) {
        run(call, (name) -> {
            ids().edit().remove(name).apply();
            store().deleteEntry(PREFIX + name);
            return new JSObject();
        });
    }

    private interface Work {
        JSObject of(String name) throws Exception;
    }

    private void run(PluginCall call, Work work) {
        String name = call.getString("name");
        if (name == null || name.isEmpty()) {
            call.reject("name is missing", "invalid");
            return;
        }
        try {
            call.resolve(work.of(name));
        } catch (Exception problem) {
            call.reject(problem.getMessage(), "failed");
        }
    }

    private static void generate(String name, boolean isStrongBox) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE);
        generator.initialize(
            new KeyGenParameterSpec.Builder(PREFIX + name, KeyProperties.PURPOSE_SIGN)
                .setAlgorithmParameterSpec(new ECGenParameterSpec("secp256r1"))
                .setDigests(KeyProperties.DIGEST_SHA256)
                .setUnlockedDeviceRequired(true)
                .setIsStrongBoxBacked(isStrongBox)
                .build()
        );
        generator.generateKeyPair();
    }

    private static String publicKeyOf(String name) throws Exception {
        Certificate certificate = store().getCertificate(PREFIX + name);
        return certificate == null
            ? null
            : Base64.encodeToString(certificate.getPublicKey().getEncoded(), Base64.NO_WRAP);
    }

    private static KeyStore store() throws Exception {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        return store;
    }

    private SharedPreferences ids() {
        return getContext().getSharedPreferences("fairlot-keys", Context.MODE_PRIVATE);
    }
}
