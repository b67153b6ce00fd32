// The native projects, which only a machine with the phone makers' tools can build: their files follow from
// installation.json, are well formed, allow nothing that the app does not need, and both platforms implement every
// plugin method that the app calls.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'
import { nativeFolder, problemsOf, readInstallation, readVersion } from './native/installation.ts'
import { pluginProblems } from './native/plugin-methods.ts'
import { renderNative } from './native/render.ts'
import { androidProblems, configProblems, iosProblems } from './native/rules.ts'
import { parseXml, plistOf } from './native/xml.ts'

/** Pictures that a store requires. Nothing else in the projects may be a file that a reader cannot read. */
const binaries: ReadonlySet<string> = new Set(['ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon.png'])

export function checkNative(root: string): string[] {
  const installation = readInstallation(root)
  const problems = problemsOf(installation)
  if (problems.length > 0) return problems
  const read = (path: string): string => {
    const file = join(root, nativeFolder, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  for (const [path, text] of Object.entries(renderNative(installation, readVersion(root))))
    if (read(path) !== text) problems.push(`${nativeFolder}/${path}: differs; run npm run native`)
  const files = filesBelow(root, nativeFolder).map((path) => path.slice(nativeFolder.length + 1))
  for (const path of files) problems.push(...formProblems(path, read(path)))
  if (problems.length > 0) return problems
  return [
    ...androidProblems(read, installation),
    ...iosProblems(read, installation),
    ...configProblems(read, installation),
    ...capacitorVersions(root, read),
    ...pluginProblems(root),
  ]
}

function formProblems(path: string, text: string): string[] {
  const name = `${nativeFolder}/${path}`
  if (text.includes('\0')) return binaries.has(path) ? [] : [`${name}: a binary file that no rule allows`]
  try {
    if (/\.(plist|entitlements)$/.test(path)) plistOf(text)
    else if (path.endsWith('.xml')) parseXml(text)
    else if (/\.json$|site-association$/.test(path)) JSON.parse(text)
    return []
  } catch (error) {
    return [`${name}: ${(error as Error).message}`]
  }
}

/** Swift packages and Gradle must use the Capacitor of the lockfile: the page and the phone speak one protocol. */
function capacitorVersions(root: string, read: (path: string) => string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>
  }
  const versionOf = (name: string) => packages[`node_modules/@capacitor/${name}`]?.version
  const core = versionOf('core')
  const problems: string[] = []
  if (core === undefined || versionOf('android') !== core)
    problems.push(
      `package-lock.json: @capacitor/android ${versionOf('android')} is not @capacitor/core ${core}`,
    )
  if (!read('ios/App/CapApp-SPM/Package.swift').includes(`exact: "${core}"`))
    problems.push(
      `${nativeFolder}/ios/App/CapApp-SPM/Package.swift: capacitor-swift-pm is not exactly ${core}`,
    )
  for (const name of ['android/capacitor', 'app/android'])
    if (!read('android/settings.gradle').includes(`../../../node_modules/@capacitor/${name}'`))
      problems.push(
        `${nativeFolder}/android/settings.gradle: does not include @capacitor/${name} of the lockfile`,
      )
  return problems
}

if (import.meta.main) await report(checkNative)
