// What an operator's browser downloads, in gzip level 9, read from the manifest of the built console (npm run build -w
// @fairlot/console). kB are 1000 bytes. A desktop has a better connection than a phone, so the budgets are larger.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { report } from './check/report.ts'

const dist = 'apps/console/dist'

const limits = {
  /** What the sign-in needs before it can be drawn. */
  entry: 133,
  /** The largest page with its texts, on top of the entry. */
  page: 40,
  /** All scripts and style sheets of all pages together, in both languages; a single user never downloads both. */
  all: 500,
} as const

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export function checkConsoleSizes(root: string): string[] {
  const file = join(root, dist, '.vite/manifest.json')
  if (!existsSync(file)) return [`${dist}/.vite/manifest.json is missing: npm run build -w @fairlot/console`]
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Chunk>>
  const entryKey = Object.keys(manifest).find((key) => manifest[key]!.isEntry)
  if (entryKey === undefined) return ['the manifest has no entry']
  const weigh = (path: string) => gzipSync(readFileSync(join(root, dist, path)), { level: 9 }).length / 1000
  const filesOf = (start: string): Set<string> => {
    const files = new Set<string>()
    const seen = new Set<string>()
    const queue = [start]
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      if (seen.has(key)) continue
      seen.add(key)
      const chunk = manifest[key]
      if (chunk === undefined) continue
      files.add(chunk.file)
      for (const style of chunk.css ?? []) files.add(style)
      queue.push(...(chunk.imports ?? []))
    }
    return files
  }
  const sum = (files: Iterable<string>) => [...files].reduce((total, path) => total + weigh(path), 0)
  const problems: string[] = []
  const hold = (name: string, size: number, limit: number) => {
    if (process.argv.includes('--print')) console.log(`${name}: ${size.toFixed(1)} kB`)
    if (size > limit) problems.push(`console ${name}: ${size.toFixed(1)} kB, at most ${limit}`)
  }
  const entry = filesOf(entryKey)
  hold('entry', sum(entry), limits.entry)
  const pages = Object.keys(manifest).filter((key) => /Page[.]tsx$/.test(key))
  if (pages.length === 0) return ['the build has no page; nothing has been weighed']
  for (const key of pages) hold(key, sum([...filesOf(key)].filter((path) => !entry.has(path))), limits.page)
  const assets = readdirSync(join(root, dist, 'assets')).filter((name) => /[.](js|css)$/.test(name))
  hold('all', sum(assets.map((name) => `assets/${name}`)), limits.all)
  return problems
}

if (import.meta.main) await report(checkConsoleSizes)
