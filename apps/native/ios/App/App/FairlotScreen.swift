import Capacitor
import UIKit

/// Covers a secret page while the screen is recorded or mirrored and in the list of open apps. iOS has no public way to
/// block a screenshot.
@objc(FairlotScreen)
public class FairlotScreen: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FairlotScreen"
    public let jsName = "FairlotScreen"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "setSecret", returnType: CAPPluginReturnPromise)
    ]

    private var isSecret = false
    private var isInactive = false
    private let cover = UIView()

    override public func load() {
        cover.backgroundColor = .systemBackground
        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(leave), name: UIApplication.willResignActiveNotification, object: nil)
        center.addObserver(
            self, selector: #selector(enter), name: UIApplication.didBecomeActiveNotification, object: nil)
        center.addObserver(self, selector: #selector(update), name: UIScreen.capturedDidChangeNotification, object: nil)
    }

    @objc func setSecret(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            self.isSecret = call.getBool("isSecret") ?? false
            self.update()
            call.resolve()
        }
    }

    @objc private func leave() {
        isInactive = true
        update()
    }

    @objc private func enter() {
        isInactive = false
        update()
    }

    @objc private func update() {
        guard let view = bridge?.viewController?.view else { return }
        let isCaptured = view.window?.screen.isCaptured ?? false
        guard isSecret && (isInactive || isCaptured) else { return cover.removeFromSuperview() }
        cover.frame = view.bounds
        cover.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(cover)
    }
}
