import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkNative } from './check-native.ts'
import { problemsOf, readInstallation, readVersion } from './native/installation.ts'
import { renderNative } from './native/render.ts'
import { parseXml, plistOf } from './native/xml.ts'

const checkout = resolve(import.meta.dirname, '..')
const copied = ['apps/native', 'apps/member/src/shell/native/plugins.ts', 'package.json', 'package-lock.json']
const root = mkdtempSync(join(tmpdir(), 'fairlot-native-'))
const main = 'apps/native/android/app/src/main'
const app = 'apps/native/ios/App/App'

beforeEach(() => {
  for (const path of copied) cpSync(join(checkout, path), join(root, path), { recursive: true, force: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Replaces a text in a copied file; the text must be there. */
function plant(path: string, from: string, to: string): void {
  const before = readFileSync(join(root, path), 'utf8')
  expect(before).toContain(from)
  writeFileSync(
    join(root, path),
    before.replace(from, () => to),
  )
}

const installation = readInstallation(checkout)
const pin = (sign: string) => `${sign.repeat(43)}=`

describe('the check of the native projects', () => {
  test('the checkout passes', () => {
    expect(checkNative(root)).toEqual([])
  })

  test.each([
    [`${main}/AndroidManifest.xml`, 'allowBackup="false"', 'allowBackup="true"'],
    [`${main}/AndroidManifest.xml`, 'fairlot.example', 'evil.example'],
    [`${main}/res/xml/network_security_config.xml`, 'Permitted="false"', 'Permitted="true"'],
    [`${main}/assets/capacitor.config.json`, 'https://', 'http://'],
    ['apps/native/android/installation.gradle', "'example.fairlot'", "'example.other'"],
    [`${app}/Info.plist`, '<false/>', '<true/>'],
    [`${app}/App.entitlements`, 'applinks:', 'webcredentials:'],
    ['apps/native/ios/Installation.xcconfig', '= 0.', '= 9.'],
  ])('%s with another value than installation.json fails', (path, from, to) => {
    plant(path, from, to)
    expect(checkNative(root).join('\n')).toContain(`${path}: differs; run npm run native`)
  })

  test('a newer product version asks for new files', () => {
    plant('package.json', `"version": "${readVersion(checkout).name}"`, '"version": "9.8.7"')
    expect(checkNative(root)).toContain(
      'apps/native/android/installation.gradle: differs; run npm run native',
    )
  })

  test.each([
    [`${main}/res/values/styles.xml`, '</style>', '', '</resources> closes no open <resources>'],
    [`${main}/res/xml/file_paths.xml`, 'name="photos"', 'name=photos', 'line 3 is not well formed'],
    ['apps/native/android/settings.gradle', "':app'", "':app\0'", 'a binary file that no rule allows'],
    [
      'apps/native/ios/App/CapApp-SPM/Package.swift',
      'exact: "8.5.2"',
      'from: "8.0.0"',
      'capacitor-swift-pm is not exactly',
    ],
    [
      'apps/native/android/settings.gradle',
      'node_modules/@capacitor/app',
      'vendor/app',
      'does not include @capacitor/app/android',
    ],
    [
      `${main}/java/app/fairlot/wrapper/FairlotVault.java`,
      'public void has(',
      'public void holds(',
      'the app calls availability, has, keep, open, remove',
    ],
    [`${app}/FairlotKeys.swift`, '@objc func sign(', '@objc func seal(', 'the app calls create, keep'],
    [
      `${main}/java/app/fairlot/wrapper/MainActivity.java`,
      'registerPlugin(FairlotScreen.class);',
      '',
      'does not register FairlotScreen',
    ],
    [`${app}/MainViewController.swift`, 'FairlotPush()', 'FairlotPins()', 'does not register FairlotPush'],
    [
      'apps/native/ios/App/App.xcodeproj/project.pbxproj',
      'FairlotPins.swift in Sources */,',
      '',
      'does not compile FairlotPins.swift',
    ],
    [
      'apps/member/src/shell/native/plugins.ts',
      'setSecret(',
      'hide(',
      'FairlotScreen.java: has setSecret; the app calls hide',
    ],
  ])('%s with a planted fault fails: %s', (path, from, to, problem) => {
    plant(path, from, to)
    expect(checkNative(root).join('\n')).toContain(problem)
  })
})

describe('the rules for the rendered files', () => {
  // The renderer itself is wrong: its files are written, so only the rules can find it.
  const planted = async (path: string, from: string, to: string): Promise<string> => {
    const { androidProblems, configProblems, iosProblems } = await import('./native/rules.ts')
    plant(path, from, to)
    const read = (file: string) => readFileSync(join(root, 'apps/native', file), 'utf8')
    return [androidProblems, iosProblems, configProblems]
      .flatMap((rules) => rules(read, installation))
      .join('\n')
  }

  test.each([
    [`${main}/AndroidManifest.xml`, 'permission.INTERNET', 'permission.READ_SMS', 'READ_SMS is not needed'],
    [`${main}/AndroidManifest.xml`, 'CleartextTraffic="false"', 'CleartextTraffic="true"', 'usesCleartext'],
    [`${main}/AndroidManifest.xml`, 'exported="false"', 'exported="true"', 'other than MainActivity'],
    [`${main}/AndroidManifest.xml`, 'scheme="https"', 'scheme="http"', 'is not https://fairlot.example/'],
    [`${main}/res/xml/network_security_config.xml`, 'src="system"', 'src="user"', 'a person installed'],
    [`${main}/res/xml/network_security_config.xml`, '"false"', '"true"', 'permits cleartext traffic'],
    [
      `${main}/assets/capacitor.config.json`,
      '"cleartext": false',
      '"cleartext": false, "allowNavigation": ["*"]',
      'gives another host the plugins',
    ],
    [`${app}/capacitor.config.json`, '"url": "https:', '"url": "http:', 'server.url is not'],
    [`${app}/Info.plist`, '<false/>', '<true/>', 'allows more than https'],
    [`${app}/Info.plist`, 'NSCamera', 'NSContacts', 'NSContactsUsageDescription is not needed'],
    [`${app}/Info.plist`, '<key>UILaunchScreen', '<key>CFBundleURLTypes', 'claim the same scheme'],
    [`${app}/App.entitlements`, 'fairlot.example', 'evil.example', 'other than links to fairlot.example'],
  ])('%s: "%s" changed to "%s" is refused', async (path, from, to, problem) => {
    expect(await planted(path, from, to)).toContain(problem)
  })
})

describe('the installation', () => {
  test('pins are off unless named, and then on both platforms', () => {
    const off = renderNative(installation, { name: '1.2.3', code: 10_203 })
    expect(Object.values(off).join('')).not.toContain('<pin ')
    const pins = [pin('A'), pin('B')]
    const on = renderNative(
      { ...installation, pins, pinsExpireOn: '2030-01-31' },
      { name: '1.2.3', code: 10_203 },
    )
    const android = on['android/app/src/main/res/xml/network_security_config.xml'] ?? ''
    expect(android).toContain(`<pin digest="SHA-256">${pins[1]}</pin>`)
    expect(android).toContain('<pin-set expiration="2030-01-31">')
    expect(plistOf(on['ios/App/App/Info.plist'] ?? '')).toMatchObject({ FairlotPins: pins })
  })

  test.each([
    [{ host: 'https://fairlot.example' }, 'not a host name'],
    [{ host: 'localhost' }, 'not a host name'],
    [{ appId: "a.b'\next" }, 'is not like example.fairlot'],
    [{ appName: '<b>' }, 'special characters'],
    [{ pins: [pin('A')], pinsExpireOn: '2030-01-31' }, 'add the pin of a spare key'],
    [{ pins: [pin('A'), pin('B')] }, 'pinsExpireOn is needed'],
    [{ pins: [pin('A'), 'short'], pinsExpireOn: '2030-01-31' }, 'not the base64'],
    [{ androidCertificates: ['AA:BB'] }, 'not a SHA-256 fingerprint'],
    [{ appleTeamId: 'team' }, 'not ten characters'],
  ])('%j is refused', (change, problem) => {
    expect(problemsOf({ ...installation, ...change }).join('\n')).toContain(problem)
  })

  test('the version code grows with the version', () => {
    expect(readVersion(checkout).code).toBeGreaterThan(0)
  })
})

describe('XML', () => {
  test.each([
    '<a><b></a></b>',
    '<a>',
    '<a/><b/>',
    '<a x="1" x="2"/>',
    '<a>&unknown;</a>',
    'text',
    '<a b=1/>',
  ])('%s is not well formed', (text) => {
    expect(() => parseXml(text)).toThrow(/not|twice|unknown|closes/)
  })

  test('elements, attributes and texts are read', () => {
    expect(parseXml('<?xml version="1.0"?><!-- c --><a x="1 &amp; 2"><b/>t</a>')).toEqual({
      name: 'a',
      attributes: { x: '1 & 2' },
      children: [{ name: 'b', attributes: {}, children: [], text: '' }],
      text: 't',
    })
  })
})
