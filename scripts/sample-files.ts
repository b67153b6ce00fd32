// node scripts/sample-files.ts [SEED]: prints 40 hand-written files, chosen by a seed, for a reader to look for unclear
// sentences. The same seed and the same files give the same choice. evidence/sentences.json has the findings.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folders = ['apps', 'packages', 'database/migrations', 'docs', 'scripts', 'tests', 'bench']
const text = /[.](ts|tsx|sql|md|css)$/
const generated = new Set(['docs/messages.md'])
const sampleSize = 40

const [seed = '11'] = process.argv.slice(2)
const rankOf = (path: string): string => createHash('sha256').update(`${seed}:${path}`).digest('hex')

const files = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => text.test(path) && !generated.has(path))
  .map((path) => ({ path, rank: rankOf(path) }))
  .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  .slice(0, sampleSize)

for (const { path } of files) console.log(path)
