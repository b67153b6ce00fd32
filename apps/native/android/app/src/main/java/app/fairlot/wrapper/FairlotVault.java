package app.fairlot.wrapper;

import android.content.Context;
import android.content.SharedPreferences;
import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricPrompt;
import android.os.CancellationSignal;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import android.util.Base64;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.concurrent.Executor;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/**
 * Values sealed to a key that the Keystore uses only after a strong biometric, and destroys when a face or finger is
 * added. Sealing needs no biometric, so a new sign-in asks for nothing.
 */
@CapacitorPlugin(name = "FairlotVault")
public class FairlotVault extends Plugin {

    private static final String STORE = "AndroidKeyStore";
    private static final String KEY = "vault";
    private static final String CIPHER = "RSA/ECB/OAEPWithSHA-256AndMGF1Padding";
    // The Keystore knows MGF1 with SHA-1 only.
    private static final OAEPParameterSpec PADDING = new OAEPParameterSpec(
        "SHA-256",
        "MGF1",
        MGF1ParameterSpec.SHA1,
        PSource.PSpecified.DEFAULT
    );

    @PluginMethod
    public void availability(PluginCall call) {
        BiometricManager manager = getContext().getSystemService(BiometricManager.class);
        int state = manager.canAuthenticate(BiometricManager.Authenticators.BIOMETRIC_STRONG);
        call.resolve(new JSObject().put("isAvailable", state == BiometricManager.BIOMETRIC_SUCCESS));
    }

    @PluginMethod
    public void has(PluginCall call) {
        call.resolve(new JSObject().put("isKept", values().contains(call.getString("name", ""))));
    }

    @PluginMethod
    public void keep(PluginCall call) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.ENCRYPT_MODE, publicKey(), PADDING);
            byte[] sealed = cipher.doFinal(call.getString("value", "").getBytes(StandardCharsets.UTF_8));
            values().edit().putString(call.getString("name", ""), Base64.encodeToString(sealed, Base64.NO_WRAP)).apply();
            call.resolve();
        } catch (Exception problem) {
            call.reject(problem.getMessage(), "failed");
        }
    }

    @PluginMethod
    public void open(PluginCall call) {
        String sealed = values().getString(call.getString("name", ""), null);
        try {
            PrivateKey key = (PrivateKey) store().getKey(KEY, null);
            if (sealed == null || key == null) {
                call.reject("nothing is kept", "lost");
                return;
            }
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, key, PADDING);
            getActivity().runOnUiThread(() -> ask(call, cipher, Base64.decode(sealed, Base64.NO_WRAP)));
        } catch (KeyPermanentlyInvalidatedException changed) {
            call.reject("a face or finger was added", "lost");
        } catch (Exception problem) {
            call.reject(problem.getMessage(), "refused");
        }
    }

    @PluginMethod
    public void remove(PluginCall call) {
        values().edit().remove(call.getString("name", "")).apply();
        try {
            // The next value gets a new key: an invalidated one would stay so.
            if (values().getAll().isEmpty()) store().deleteEntry(KEY);
            call.resolve();
        } catch (Exception problem) {
            call.reject(problem.getMessage(), "failed");
        }
    }

    private void ask(PluginCall call, Cipher cipher, byte[] sealed) {
        Executor executor = getContext().getMainExecutor();
        new BiometricPrompt.Builder(getActivity())
            .setTitle(call.getString("title", ""))
            .setAllowedAuthenticators(BiometricManager.Authenticators.BIOMETRIC_STRONG)
            .setNegativeButton(call.getString("cancel", ""), executor, (dialog, which) -> call.reject("cancelled", "refused"))
            .build()
            .authenticate(
                new BiometricPrompt.CryptoObject(cipher),
                new CancellationSignal(),
                executor,
                new BiometricPrompt.AuthenticationCallback() {
                    @Override
                    public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
                        try {
                            byte[] value = result.getCryptoObject().getCipher().doFinal(sealed);
                            call.resolve(new JSObject().put("value", new String(value, StandardCharsets.UTF_8)));
                        } catch (Exception problem) {
                            call.reject(problem.getMessage(), "lost");
                        }
                    }

                    @Override
                    public void onAuthenticationError(int code, CharSequence text) {
                        call.reject(text.toString(), "refused");
                    }
                }
            );
    }

    private static PublicKey publicKey() throws Exception {
        Certificate certificate = store().getCertificate(KEY);
        PublicKey key = certificate == null ? generate() : certificate.getPublicKey();
        // A copy outside the Keystore: its own handle would ask for the biometric here too.
        return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(key.getEncoded()));
    }

    private static PublicKey generate() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_RSA, STORE);
        generator.initialize(
            new KeyGenParameterSpec.Builder(KEY, KeyProperties.PURPOSE_DECRYPT)
                .setKeySize(2048)
                .setDigests(KeyProperties.DIGEST_SHA256)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_RSA_OAEP)
                .setUserAuthenticationRequired(true)
                .setUserAuthenticationParameters(0, KeyProperties.AUTH_BIOMETRIC_STRONG)
                .setInvalidatedByBiometricEnrollment(true)
                .build()
        );
        return generator.generateKeyPair().getPublic();
    }

    private static KeyStore store() throws Exception {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        return store;
    }

    private SharedPreferences values() {
        return getContext().getSharedPreferences("fairlot-vault", Context.MODE_PRIVATE);
    }
}
