import type { Installation, Version } from './installation.ts'
import { capacitorConfig, jsonText, renderOfflinePage, type Rendered } from './rendered.ts'

const main = 'android/app/src/main'
const head = '<?xml version="1.0" encoding="utf-8"?>\n'

const manifest = ({
  host,
}: Installation): string => `${head}<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <uses-permission android:name="android.permission.INTERNET" />
    <uses-permission android:name="android.permission.USE_BIOMETRIC" />
    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />

    <application
        android:allowBackup="false"
        android:dataExtractionRules="@xml/data_extraction_rules"
        android:icon="@mipmap/ic_launcher"
        android:label="@string/app_name"
        android:networkSecurityConfig="@xml/network_security_config"
        android:roundIcon="@mipmap/ic_launcher_round"
        android:supportsRtl="true"
        android:theme="@style/AppTheme"
        android:usesCleartextTraffic="false">

        <activity
            android:name=".MainActivity"
            android:configChanges="orientation|keyboardHidden|keyboard|screenSize|locale|smallestScreenSize|screenLayout|uiMode|navigation|density"
            android:exported="true"
            android:launchMode="singleTask">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" />
                <data android:host="${host}" />
                <data android:path="/" />
            </intent-filter>
        </activity>

        <service
            android:name=".FairlotPushService"
            android:exported="false">
            <intent-filter>
                <action android:name="org.unifiedpush.android.connector.PUSH_EVENT" />
            </intent-filter>
        </service>

        <provider
            android:name="androidx.core.content.FileProvider"
            android:authorities="\${applicationId}.fileprovider"
            android:exported="false"
            android:grantUriPermissions="true">
            <meta-data
                android:name="android.support.FILE_PROVIDER_PATHS"
                android:resource="@xml/file_paths" />
        </provider>
    </application>
</manifest>
`

const networkSecurity = ({
  host,
  pins,
  pinsExpireOn,
}: Installation): string => `${head}<network-security-config>
    <base-config cleartextTrafficPermitted="false">
        <trust-anchors>
            <certificates src="system" />
        </trust-anchors>
    </base-config>
${
  pinsExpireOn === null
    ? ''
    : `    <domain-config cleartextTrafficPermitted="false">
        <domain includeSubdomains="false">${host}</domain>
        <pin-set expiration="${pinsExpireOn}">
${pins.map((pin) => `            <pin digest="SHA-256">${pin}</pin>\n`).join('')}        </pin-set>
    </domain-config>
`
}</network-security-config>
`

const strings = ({ appName, host }: Installation, notices: string): string => `${head}<resources>
    <string name="app_name" translatable="false">${appName}</string>
    <string name="installation_host" translatable="false">${host}</string>
    <string name="notices">${notices}</string>
</resources>
`

const noticesOnly = (notices: string): string => `${head}<resources>
    <string name="notices">${notices}</string>
</resources>
`

export const renderAndroid = (installation: Installation, version: Version): Rendered => ({
  'android/installation.gradle': `ext {
    installationId = '${installation.appId}'
    installationVersionName = '${version.name}'
    installationVersionCode = ${version.code}
}
`,
  [`${main}/AndroidManifest.xml`]: manifest(installation),
  [`${main}/res/xml/network_security_config.xml`]: networkSecurity(installation),
  [`${main}/res/values/strings.xml`]: strings(installation, 'Notices'),
  [`${main}/res/values-zh-rTW/strings.xml`]: noticesOnly('通知'),
  [`${main}/assets/capacitor.config.json`]: jsonText({
    ...capacitorConfig(installation),
    // Older web views would let any frame of a page reach the plugins.
    android: { allowMixedContent: false, webContentsDebuggingEnabled: false, minWebViewVersion: 120 },
  }),
  [`${main}/assets/capacitor.plugins.json`]: jsonText([
    { pkg: '@capacitor/app', classpath: 'com.capacitorjs.plugins.app.AppPlugin' },
  ]),
  [`${main}/assets/public/index.html`]: renderOfflinePage(installation),
})
