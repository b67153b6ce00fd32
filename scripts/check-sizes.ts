// What a phone downloads, in gzip level 9, read from the manifest of the built member app (npm run build -w
// @fairlot/member). kB are 1000 bytes. Limits: issue and research figures in docs/architecture/dependencies.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { report } from './check/report.ts'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export const limits = { entry: 100, firstScreen: 120, laterRoute: 30, fonts: 100, css: 15 } as const

export interface Sizes {
  readonly entry: number
  readonly firstScreen: number
  readonly routes: readonly { readonly name: string; readonly size: number }[]
  readonly fonts: number
  readonly css: number
}

const dist = 'apps/member/dist'
const startScreen = 'src/features/auth/StartScreen.tsx'

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
  if (!manifest[startScreen]) return `the manifest has no ${startScreen}`

  const weigh = (path: string) => gzipSync(readFileSync(join(root, dist, path)), { level: 9 }).length / 1000
  const weighAll = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + weigh(manifest[key]!.file), 0)
  const entry = closure(manifest, [entryKey])
  // What the start page needs before it can be drawn in Chinese: its own chunk and every tw text beside it.
  const startTexts = Object.keys(manifest).filter((key) => isStartText(key, manifest))
  const first = closure(manifest, [entryKey, startScreen, ...startTexts])
  const routes = Object.keys(manifest)
    .filter((key) => /(Screen|View)[.]tsx$/.test(key) && key !== startScreen)
    .map((key) => ({ name: key, size: weighAll(difference(closure(manifest, [key]), first)) }))
  const styles = new Set([...first].flatMap((key) => manifest[key]!.css ?? []))
  const assets = readdirSync(join(root, dist, 'assets'))
  const fonts = assets.filter((name) => name.endsWith('.woff2'))
  return {
    entry: weighAll(entry),
    firstScreen: weighAll(first),
    routes,
    // Fonts are compressed already; gzip would only pretend.
    fonts: fonts.reduce((sum, name) => sum + readFileSync(join(root, dist, 'assets', name)).length / 1000, 0),
    css: [...styles].reduce((sum, path) => sum + weigh(path), 0),
  }
}

function isStartText(key: string, manifest: Manifest): boolean {
  if (!key.endsWith('/texts/tw.ts')) return false
  return (
    key.includes('/shell/') ||
    manifest[startScreen]!.dynamicImports?.includes(key) === true ||
    key.includes('features/auth/texts/')
  )
}

/** A chunk with everything it imports before it runs. */
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
