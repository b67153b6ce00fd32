// What the native projects must not allow, read from the files themselves: a change of the renderer is checked as well.

import { nativeFolder, type Installation } from './installation.ts'
import { elementsBelow, parseXml, plistOf, type Plist, type XmlElement } from './xml.ts'

type Read = (path: string) => string

const main = 'android/app/src/main'
const app = 'ios/App/App'

const permissions: ReadonlySet<string> = new Set([
  'android.permission.INTERNET',
  'android.permission.USE_BIOMETRIC',
  'android.permission.POST_NOTIFICATIONS',
])
const usages: ReadonlySet<string> = new Set(['NSCameraUsageDescription', 'NSFaceIDUsageDescription'])

const collector = (file: string) => {
  const problems: string[] = []
  const expect = (isGood: boolean, problem: string) => {
    if (!isGood) problems.push(`${nativeFolder}/${file}: ${problem}`)
  }
  return { problems, expect }
}

const attribute = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes[`android:${name}`]

export const androidProblems = (read: Read, installation: Installation): string[] => [
  ...manifestProblems(read, installation),
  ...networkProblems(read, installation),
]

function manifestProblems(read: Read, { host }: Installation): string[] {
  const file = `${main}/AndroidManifest.xml`
  const { problems, expect } = collector(file)
  const all = elementsBelow(parseXml(read(file)))
  const named = (name: string) => all.filter((element) => element.name === name)
  for (const permission of all.filter(({ name }) => name.startsWith('uses-permission'))) {
    const name = attribute(permission, 'name') ?? ''
    expect(permissions.has(name), `permission ${name} is not needed by the app`)
  }
  const [application] = named('application')
  const has = (name: string) => application && attribute(application, name)
  expect(has('usesCleartextTraffic') === 'false', 'usesCleartextTraffic is not false')
  expect(has('allowBackup') === 'false', 'allowBackup is not false')
  expect(has('debuggable') === undefined, 'debuggable is set')
  expect(
    has('networkSecurityConfig') === '@xml/network_security_config',
    'networkSecurityConfig is not network_security_config',
  )
  expect(has('dataExtractionRules') === '@xml/data_extraction_rules', 'dataExtractionRules are missing')
  const exported = all.filter((element) => attribute(element, 'exported') === 'true')
  expect(
    exported.length === 1 && attribute(exported[0]!, 'name') === '.MainActivity',
    'a component other than MainActivity is exported',
  )
  const data = named('data').map(({ attributes }) => Object.entries(attributes).flat().join('='))
  expect(
    data.join(' ') === `android:scheme=https android:host=${host} android:path=/`,
    `links: ${data.join(' ')} is not https://${host}/`,
  )
  return problems
}

function networkProblems(read: Read, { host, pins }: Installation): string[] {
  const file = `${main}/res/xml/network_security_config.xml`
  const { problems, expect } = collector(file)
  const all = elementsBelow(parseXml(read(file)))
  for (const { name, attributes } of all) {
    if (name.endsWith('-config') && name !== 'network-security-config')
      expect(attributes['cleartextTrafficPermitted'] === 'false', `${name} permits cleartext traffic`)
    expect(name !== 'debug-overrides', 'debug-overrides are set')
    if (name === 'certificates')
      expect(attributes['src'] === 'system', 'trusts certificates a person installed')
  }
  const found = all.filter(({ name }) => name === 'pin').map(({ text }) => text)
  expect(found.join(' ') === pins.join(' '), 'the pins are not those of installation.json')
  const domains = all.filter(({ name }) => name === 'domain').map(({ text }) => text)
  expect(domains.join(' ') === (pins.length > 0 ? host : ''), `the pins are not for ${host}`)
  return problems
}

const dictOf = (value: Plist | undefined): Readonly<Record<string, Plist>> =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, Plist>>) : {}

export function iosProblems(read: Read, { host, pins }: Installation): string[] {
  const { problems, expect } = collector(`${app}/Info.plist`)
  const info = dictOf(plistOf(read(`${app}/Info.plist`)))
  const transport = dictOf(info['NSAppTransportSecurity'])
  expect(
    Object.entries(transport).every(([key, value]) => key === 'NSAllowsArbitraryLoads' && value === false),
    'NSAppTransportSecurity allows more than https',
  )
  for (const key of Object.keys(info))
    expect(!key.endsWith('UsageDescription') || usages.has(key), `${key} is not needed by the app`)
  expect(info['CFBundleURLTypes'] === undefined, 'CFBundleURLTypes: any app could claim the same scheme')
  expect(info['FairlotHost'] === host, `FairlotHost is not ${host}`)
  expect(
    JSON.stringify(info['FairlotPins']) === JSON.stringify(pins),
    'FairlotPins are not those of installation.json',
  )
  const rights = dictOf(plistOf(read(`${app}/App.entitlements`)))
  expect(
    JSON.stringify(rights) ===
      JSON.stringify({ 'com.apple.developer.associated-domains': [`applinks:${host}`] }),
    `App.entitlements: more or other than links to ${host}`,
  )
  const project = read('ios/App/App.xcodeproj/project.pbxproj')
  for (const [, name = ''] of project.matchAll(/path = (\w+\.swift);/g))
    expect(read(`${app}/${name}`) !== '', `project.pbxproj names ${name}, which is missing`)
  for (const [, name = ''] of read(`${app}/MainViewController.swift`).matchAll(
    /registerPluginInstance\((\w+)\(/g,
  ))
    expect(project.includes(`${name}.swift in Sources */,`), `project.pbxproj does not compile ${name}.swift`)
  expect(
    !/PRODUCT_BUNDLE_IDENTIFIER|MARKETING_VERSION/.test(project),
    'project.pbxproj overrides Installation.xcconfig',
  )
  return problems
}

interface CapacitorConfig {
  readonly server?: Readonly<Record<string, unknown>>
  readonly android?: Readonly<Record<string, unknown>>
  readonly ios?: Readonly<Record<string, unknown>>
}

export function configProblems(read: Read, { host }: Installation): string[] {
  return [`${main}/assets/capacitor.config.json`, `${app}/capacitor.config.json`].flatMap((file) => {
    const { problems, expect } = collector(file)
    const { server = {}, android = {}, ios = {} } = JSON.parse(read(file)) as CapacitorConfig
    expect(server['url'] === `https://${host}`, `server.url is not https://${host}`)
    expect(server['cleartext'] === false, 'server.cleartext is not false')
    // A host listed here could call every plugin.
    expect(server['allowNavigation'] === undefined, 'server.allowNavigation gives another host the plugins')
    for (const platform of [android, ios])
      for (const name of ['allowMixedContent', 'webContentsDebuggingEnabled', 'useLegacyBridge'])
        expect(platform[name] !== true, `${name} is on`)
    return problems
  })
}
