import Capacitor
import CryptoKit
import Security

/// Certificate pinning, when the installation names pins: one key of the server's chain must be among them. The system's
/// own pinning in Info.plist does not reach web views.
@objc(FairlotPins)
public class FairlotPins: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FairlotPins"
    public let jsName = "FairlotPins"
    public let pluginMethods: [CAPPluginMethod] = []

    private let host = Bundle.main.object(forInfoDictionaryKey: "FairlotHost") as? String
    private let pins = Set(Bundle.main.object(forInfoDictionaryKey: "FairlotPins") as? [String] ?? [])

    override public func handleWKWebViewURLAuthenticationChallenge(
        _ challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) -> Bool {
        let space = challenge.protectionSpace
        guard !pins.isEmpty, space.host == host, space.authenticationMethod == NSURLAuthenticationMethodServerTrust
        else { return false }
        if let trust = space.serverTrust, SecTrustEvaluateWithError(trust, nil), hasPin(trust) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
        return true
    }

    private func hasPin(_ trust: SecTrust) -> Bool {
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        return chain.contains { certificate in
            guard let spki = spki(of: certificate) else { return false }
            return pins.contains(Data(SHA256.hash(data: spki)).base64EncodedString())
        }
    }

    /// The system gives a key without the header that names its kind; the hash is over both.
    private func spki(of certificate: SecCertificate) -> Data? {
        guard let key = SecCertificateCopyKey(certificate),
              let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
              let kind = attributes[kSecAttrKeyType] as? String,
              let size = attributes[kSecAttrKeySizeInBits] as? Int,
              let header = Self.headers["\(kind == kSecAttrKeyTypeRSA as String ? "rsa" : "ec")\(size)"],
              let bytes = SecKeyCopyExternalRepresentation(key, nil) else { return nil }
        return Data(header) + (bytes as Data)
    }

    private static let headers: [String: [UInt8]] = [
        "rsa2048": [0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
                    0x01, 0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00],
        "rsa4096": [0x30, 0x82, 0x02, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
                    0x01, 0x05, 0x00, 0x03, 0x82, 0x02, 0x0f, 0x00],
        "ec256": [0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
                  0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00],
        "ec384": [0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b,
                  0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00]
    ]
}
