import Capacitor

class MainViewController: CAPBridgeViewController {

    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(FairlotKeys())
        bridge?.registerPluginInstance(FairlotVault())
        bridge?.registerPluginInstance(FairlotScreen())
        bridge?.registerPluginInstance(FairlotPush())
        bridge?.registerPluginInstance(FairlotPins())
    }
}
