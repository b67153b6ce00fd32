import Capacitor

/// Apple's push service takes no Web Push for apps, and the server sends nothing else: the app says so.
@objc(FairlotPush)
public class FairlotPush: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FairlotPush"
    public let jsName = "FairlotPush"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "availability", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "subscribe", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "unsubscribe", returnType: CAPPluginReturnPromise)
    ]

    @objc func availability(_ call: CAPPluginCall) {
        call.resolve(["isAvailable": false])
    }

    @objc func subscribe(_ call: CAPPluginCall) {
        call.reject("no push service", "unavailable")
    }

    @objc func unsubscribe(_ call: CAPPluginCall) {
        call.resolve()
    }
}
