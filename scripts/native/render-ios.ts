import type { Installation, Version } from './installation.ts'
import { capacitorConfig, jsonText, renderOfflinePage, type Rendered } from './rendered.ts'
import type { Plist } from './xml.ts'

const app = 'ios/App/App'

const plistText = (value: Plist): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${lines(value).join('\n')}
</plist>
`

function lines(value: Plist): string[] {
  if (typeof value === 'string') return [`<string>${value}</string>`]
  if (typeof value === 'boolean') return [value ? '<true/>' : '<false/>']
  const isList = (given: Plist): given is readonly Plist[] => Array.isArray(given)
  const inner = isList(value)
    ? value.flatMap(lines)
    : Object.entries(value).flatMap(([key, each]) => [`<key>${key}</key>`, ...lines(each)])
  const tag = isList(value) ? 'array' : 'dict'
  if (inner.length === 0) return [`<${tag}/>`]
  return [`<${tag}>`, ...inner.map((line) => `\t${line}`), `</${tag}>`]
}

const infoPlist = ({ appName, host, pins }: Installation): Plist => ({
  CAPACITOR_DEBUG: '$(CAPACITOR_DEBUG)',
  CFBundleDevelopmentRegion: 'zh-Hant',
  CFBundleDisplayName: appName,
  CFBundleExecutable: '$(EXECUTABLE_NAME)',
  CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
  CFBundleInfoDictionaryVersion: '6.0',
  CFBundleLocalizations: ['zh-Hant', 'en'],
  CFBundleName: '$(PRODUCT_NAME)',
  CFBundlePackageType: 'APPL',
  CFBundleShortVersionString: '$(MARKETING_VERSION)',
  CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
  FairlotHost: host,
  FairlotPins: pins,
  LSRequiresIPhoneOS: true,
  NSAppTransportSecurity: { NSAllowsArbitraryLoads: false },
  NSCameraUsageDescription: '拍攝身分證件與轉帳收據。 Photos of identity documents and receipts.',
  NSFaceIDUsageDescription: '用臉部解鎖。 Unlock with your face.',
  UIApplicationSceneManifest: {
    UIApplicationSupportsMultipleScenes: false,
    UISceneConfigurations: {
      UIWindowSceneSessionRoleApplication: [
        {
          UISceneConfigurationName: 'Default Configuration',
          UISceneDelegateClassName: '$(PRODUCT_MODULE_NAME).SceneDelegate',
        },
      ],
    },
  },
  UILaunchScreen: {},
  UIRequiredDeviceCapabilities: ['arm64'],
  UISupportedInterfaceOrientations: ['UIInterfaceOrientationPortrait'],
})

export const renderIos = (installation: Installation, version: Version): Rendered => ({
  'ios/Installation.xcconfig': `PRODUCT_BUNDLE_IDENTIFIER = ${installation.appId}
MARKETING_VERSION = ${version.name}
CURRENT_PROJECT_VERSION = ${version.code}
DEVELOPMENT_TEAM = ${installation.appleTeamId ?? ''}
`.replaceAll(/ +\n/g, '\n'),
  [`${app}/Info.plist`]: plistText(infoPlist(installation)),
  [`${app}/App.entitlements`]: plistText({
    'com.apple.developer.associated-domains': [`applinks:${installation.host}`],
  }),
  [`${app}/capacitor.config.json`]: jsonText({
    ...capacitorConfig(installation),
    ios: { webContentsDebuggingEnabled: false },
    packageClassList: ['AppPlugin'],
  }),
  [`${app}/public/index.html`]: renderOfflinePage(installation),
})
