import Capacitor
import LocalAuthentication
import Security

/// Values in the keychain that only a face or finger enrolled now can open. They are never in a backup.
@objc(FairlotVault)
public class FairlotVault: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FairlotVault"
    public let jsName = "FairlotVault"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "availability", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "has", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "keep", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "open", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "remove", returnType: CAPPluginReturnPromise)
    ]

    @objc func availability(_ call: CAPPluginCall) {
        let isAvailable = LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        call.resolve(["isAvailable": isAvailable])
    }

    @objc func has(_ call: CAPPluginCall) {
        let context = LAContext()
        context.interactionNotAllowed = true
        var query = item(call)
        query[kSecUseAuthenticationContext] = context
        let status = SecItemCopyMatching(query as CFDictionary, nil)
        call.resolve(["isKept": status == errSecSuccess || status == errSecInteractionNotAllowed])
    }

    @objc func keep(_ call: CAPPluginCall) {
        guard let value = call.getString("value"), let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil) else {
            return call.reject("the keychain refused", "failed")
        }
        var added = item(call)
        SecItemDelete(added as CFDictionary)
        added[kSecValueData] = Data(value.utf8)
        added[kSecAttrAccessControl] = access
        guard SecItemAdd(added as CFDictionary, nil) == errSecSuccess else {
            return call.reject("the keychain refused", "failed")
        }
        call.resolve()
    }

    @objc func open(_ call: CAPPluginCall) {
        let context = LAContext()
        context.localizedReason = call.getString("title") ?? ""
        context.localizedCancelTitle = call.getString("cancel")
        var query = item(call)
        query[kSecReturnData] = true
        query[kSecUseAuthenticationContext] = context
        DispatchQueue.global(qos: .userInitiated).async {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecSuccess, let data = found as? Data, let value = String(data: data, encoding: .utf8) {
                call.resolve(["value": value])
            } else if status == errSecItemNotFound {
                // The system removes the item when a face or finger is added.
                call.reject("nothing is kept", "lost")
            } else {
                call.reject("not opened", "refused")
            }
        }
    }

    @objc func remove(_ call: CAPPluginCall) {
        SecItemDelete(item(call) as CFDictionary)
        call.resolve()
    }

    private func item(_ call: CAPPluginCall) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: "vault",
            kSecAttrAccount: call.getString("name") ?? ""
        ]
    }
}
