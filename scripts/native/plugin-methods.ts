// The plugin border, read from its three sides: the app's interfaces, Java and Swift.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeFolder } from './installation.ts'

const border = 'apps/member/src/shell/native/plugins.ts'

/** Plugin name, and its methods in a stable order. */
function calledMethods(source: string): Map<string, string> {
  const interfaces = new Map<string, string>()
  for (const [, name = '', body = ''] of source.matchAll(/export interface (\w+Plugin) \{\n([\s\S]*?)\n\}/g))
    interfaces.set(name, methodsIn(body, /^ {2}(\w+)\(/gm))
  const plugins = new Map<string, string>()
  for (const [, type = '', name = ''] of source.matchAll(/registerPlugin<(\w+)>\('(\w+)'\)/g))
    plugins.set(name, interfaces.get(type) ?? '')
  return plugins
}

const methodsIn = (source: string, pattern: RegExp): string =>
  Array.from(source.matchAll(pattern), ([, name = '']) => name)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(', ')

export function pluginProblems(root: string): string[] {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const plugins = calledMethods(read(border))
  if (plugins.size === 0) return [`${border}: registers no plugin`]
  const java = `${nativeFolder}/android/app/src/main/java/app/fairlot/wrapper`
  const swift = `${nativeFolder}/ios/App/App`
  return [...plugins].flatMap(([name, methods]) => {
    const problems: string[] = []
    const compare = (file: string, found: string) => {
      if (found !== methods) problems.push(`${file}: has ${found || 'no methods'}; the app calls ${methods}`)
    }
    const javaFile = `${java}/${name}.java`
    const swiftFile = `${swift}/${name}.swift`
    const swiftText = read(swiftFile)
    compare(javaFile, methodsIn(read(javaFile), /@PluginMethod\s+public void (\w+)\(PluginCall call\)/g))
    compare(swiftFile, methodsIn(swiftText, /CAPPluginMethod\(name: "(\w+)"/g))
    compare(swiftFile, methodsIn(swiftText, /@objc func (\w+)\(_ call: CAPPluginCall\)/g))
    if (!read(`${java}/MainActivity.java`).includes(`registerPlugin(${name}.class)`))
      problems.push(`${java}/MainActivity.java: does not register ${name}`)
    if (!read(`${swift}/MainViewController.swift`).includes(`registerPluginInstance(${name}())`))
      problems.push(`${swift}/MainViewController.swift: does not register ${name}`)
    return problems
  })
}
