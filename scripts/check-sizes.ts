// What a phone downloads, in gzip level 9, read from the manifest of the built member app (npm run build -w
// @fairlot/member). kB are 1000 bytes. The limits are our own: a first screen within about a second on a slow phone
// network.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { report } from './check/report.ts'
import { readRouteTable } from './check/route-table.ts'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export const limits = {
  entry: 100,
  firstScreen: 120,
  laterRoute: 30,
  /** What a screen loads after it is drawn, in addition to its route: the chart is the largest. */
  latePart: 60,
  fonts: 100,
  css: 15,
} as const

interface Weighed {
  readonly name: string
  readonly size: number
}

export interface Sizes {
  readonly entry: number
  readonly firstScreen: number
  readonly routes: readonly Weighed[]
  readonly lateParts: readonly Weighed[]
  readonly fonts: number
  readonly css: number
}

const dist = 'apps/member/dist'
const startPage = '/login/start'

export function checkSizes(root: string): string[] {
  const sizes = measureSizes(root)
  if (typeof sizes === 'string') return [sizes]
  const problems: string[] = []
  const hold = (name: string, size: number, limit: number) => {
    if (size > limit) problems.push(`${name}: ${size.toFixed(1)} kB, at most ${limit}`)
  }
  hold('entry', sizes.entry, limits.entry)
  hold('first screen', sizes.firstScreen, limits.firstScreen)
  for (const { name, size } of sizes.routes) hold(name, size, limits.laterRoute)
  for (const { name, size } of sizes.lateParts) hold(name, size, limits.latePart)
  hold('fonts', sizes.fonts, limits.fonts)
  hold('CSS of the first screen', sizes.css, limits.css)
  return problems
}

/** Kilobytes, or a sentence that says why there are none. */
export function measureSizes(root: string): Sizes | string {
  const file = join(root, dist, '.vite/manifest.json')
  if (!existsSync(file)) return `${dist}/.vite/manifest.json is missing: npm run build -w @fairlot/member`
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const entryKey = Object.keys(manifest).find((key) => manifest[key]!.isEntry)
  if (!entryKey) return 'the manifest has no entry'
  const routes = readRouteTable(root)
  const start = routes.find(({ address }) => address === startPage)
  if (!start) return `the route table has no ${startPage}`
  // A part missing from the build would have size zero and pass.
  const unbuilt = routes
    .flatMap(({ screen, twTexts }) => [screen, ...twTexts])
    .filter((key) => !manifest[key])
  if (unbuilt.length > 0) return `not in the build: ${[...new Set(unbuilt)].join(', ')}`

  const weigh = (path: string) => gzipSync(readFileSync(join(root, dist, path)), { level: 9 }).length / 1000
  const weighAll = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + weigh(manifest[key]!.file), 0)
  const entry = closure(manifest, [entryKey])
  // What the start page needs before it can be drawn in Chinese: its own chunk and its texts.
  const shellTexts = Object.keys(manifest).filter((key) => key === 'src/shell/texts/tw.ts')
  const first = closure(manifest, [entryKey, start.screen, ...start.twTexts, ...shellTexts])
  const later = routes.filter(({ screen }) => screen !== start.screen && manifest[screen])
  const measured = later.map(({ address, screen, twTexts }) => ({
    name: address,
    size: weighAll(difference(closure(manifest, [screen, ...twTexts]), first)),
  }))
  const lateParts = later.flatMap(({ address, screen, twTexts }) => {
    const own = closure(manifest, [screen, ...twTexts])
    const late = difference(own, first).flatMap((key) => manifest[key]?.dynamicImports ?? [])
    return [...new Set(late)].map((key) => ({
      name: `${address} then ${key}`,
      size: weighAll(difference(closure(manifest, [key]), new Set([...first, ...own]))),
    }))
  })
  const styles = new Set([...first].flatMap((key) => manifest[key]?.css ?? []))
  const assets = readdirSync(join(root, dist, 'assets'))
  const fonts = assets.filter((name) => name.endsWith('.woff2'))
  return {
    entry: weighAll(entry),
    firstScreen: weighAll(first),
    routes: measured,
    lateParts,
    // Fonts are already compressed, so gzip sizes would be meaningless.
    fonts: fonts.reduce((sum, name) => sum + readFileSync(join(root, dist, 'assets', name)).length / 1000, 0),
    css: [...styles].reduce((sum, path) => sum + weigh(path), 0),
  }
}

/** A chunk with all its static imports. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    queue.push(...(manifest[key]?.imports ?? []))
  }
  return seen
}

function difference(all: Set<string>, without: Set<string>): string[] {
  return [...all].filter((key) => !without.has(key))
}

if (import.meta.main) {
  const sizes = measureSizes(join(import.meta.dirname, '..'))
  if (typeof sizes !== 'string' && process.argv.includes('--print'))
    console.log(JSON.stringify(sizes, null, 2))
  await report(checkSizes)
}
