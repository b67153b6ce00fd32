// What the app is made of, from the lockfile: the packages that reach the phone, their versions and licences. The list
// is a module of the About screen; the full texts are dist/licences.txt, as the licences ask.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = 'virtual:licences'
const root = resolve(import.meta.dirname, '../../..')

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** Shipped as files, though the build only reads them: the two typefaces. */
const typefaces = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono']

const closure = (
  packages: Readonly<Record<string, LockedPackage>>,
  app: string,
): Map<string, LockedPackage> => {
  const found = new Map<string, LockedPackage>()
  const visit = (name: string, from: string) => {
    // Node's own search: the nearest node_modules upwards.
    for (let base = from; ; base = base.includes('/') ? base.slice(0, base.lastIndexOf('/')) : '') {
      const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
      const entry = packages[place]
      if (entry !== undefined) {
        const real = entry.link === true && entry.resolved !== undefined ? entry.resolved : place
        if (found.has(real)) return
        const target = packages[real] ?? entry
        found.set(real, target)
        for (const next of Object.keys(target.dependencies ?? {})) visit(next, real)
        return
      }
      if (base === '') return
    }
  }
  for (const name of Object.keys(packages[app]?.dependencies ?? {})) visit(name, app)
  for (const name of typefaces) visit(name, app)
  return found
}

const isLicence = /^(licen[sc]e|copying)(\.|-|$)/i
const isNotice = /^notice(\.|$)/i

/**
 * The licence, then the NOTICE, which the Apache licence asks to be passed on, then the licences of what a package has
 * taken in from others: klinecharts names TradingView Lightweight Charts in its NOTICE and keeps that licence in a folder.
 */
const textsIn = (folder: string): string => {
  const names = readdirSync(folder).toSorted()
  const taken = names.includes('licenses') ? readdirSync(join(folder, 'licenses')).toSorted() : []
  return [
    ...names.filter((name) => isLicence.test(name)),
    ...names.filter((name) => isNotice.test(name)),
    ...taken.map((name) => join('licenses', name)),
  ]
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

const read = (app: string) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return [...closure(lock.packages, app)]
    .filter(([place]) => place.startsWith('node_modules/'))
    .map(([place, entry]) => {
      const folder = join(root, place)
      return {
        name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: entry.version ?? '',
        licence: entry.license ?? '',
        text: textsIn(folder),
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** `app` is the app's folder, from the root of the repository. */
export const licences = (app: string): Plugin => ({
  name: 'fairlot-licences',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined
    const list: Licence[] = read(app).map(({ name, version, licence }) => ({ name, version, licence }))
    return `export const licences = ${JSON.stringify(list)}`
  },
  generateBundle() {
    const source = read(app)
      .map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`)
      .join(`\n${'-'.repeat(78)}\n\n`)
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
  },
})
