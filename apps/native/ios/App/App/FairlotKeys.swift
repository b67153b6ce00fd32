import Capacitor
import Security

/// Device keys in the Secure Enclave: P-256, made there, never readable. Preferences hold only the server's ids.
@objc(FairlotKeys)
public class FairlotKeys: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FairlotKeys"
    public let jsName = "FairlotKeys"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "create", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "keep", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "read", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "sign", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "remove", returnType: CAPPluginReturnPromise)
    ]

    @objc func create(_ call: CAPPluginCall) {
        guard let name = call.getString("name") else { return call.reject("name is missing", "invalid") }
        removeKey(name)
        let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil)
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true,
                kSecAttrApplicationTag: tag(name),
                kSecAttrAccessControl: access as Any
            ] as [CFString: Any]
        ]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil), let point = publicKey(of: key) else {
            return call.reject("the Secure Enclave made no key", "failed")
        }
        call.resolve(["publicKey": point])
    }

    @objc func keep(_ call: CAPPluginCall) {
        guard let name = call.getString("name"), let id = call.getString("id"), find(name) != nil else {
            return call.reject("no key to keep", "failed")
        }
        UserDefaults.standard.set(id, forKey: idKey(name))
        call.resolve()
    }

    @objc func read(_ call: CAPPluginCall) {
        guard let name = call.getString("name"), let key = find(name), let point = publicKey(of: key),
              let id = UserDefaults.standard.string(forKey: idKey(name)) else { return call.resolve([:]) }
        call.resolve(["publicKey": point, "id": id])
    }

    @objc func sign(_ call: CAPPluginCall) {
        guard let name = call.getString("name"), let text = call.getString("text"), let key = find(name),
              let signature = SecKeyCreateSignature(
                key, .ecdsaSignatureMessageX962SHA256, Data(text.utf8) as CFData, nil) else {
            return call.reject("no key to sign with", "failed")
        }
        call.resolve(["signature": (signature as Data).base64EncodedString()])
    }

    @objc func remove(_ call: CAPPluginCall) {
        if let name = call.getString("name") { removeKey(name) }
        call.resolve()
    }

    private func tag(_ name: String) -> Data { Data("device-key:\(name)".utf8) }
    private func idKey(_ name: String) -> String { "device-key-id:\(name)" }

    private func removeKey(_ name: String) {
        UserDefaults.standard.removeObject(forKey: idKey(name))
        SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: tag(name)] as CFDictionary)
    }

    private func find(_ name: String) -> SecKey? {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrApplicationTag: tag(name),
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecReturnRef: true
        ]
        var found: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let key = found else { return nil }
        // swiftlint:disable:next force_cast
        return (key as! SecKey)
    }

    /// The 65 bytes of the point; the app adds what makes it an SPKI.
    private func publicKey(of key: SecKey) -> String? {
        guard let open = SecKeyCopyPublicKey(key), let point = SecKeyCopyExternalRepresentation(open, nil) else {
            return nil
        }
        return (point as Data).base64EncodedString()
    }
}
