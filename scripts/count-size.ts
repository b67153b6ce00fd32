// node scripts/count-size.ts COMMIT: hand-written lines per workspace, the largest files and functions, and the number of
// very small files, in that commit and now. Writes evidence/size.json.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { filesBelow } from './check/files.ts'
import { functionsIn } from './check/functions.ts'
import { inCommit } from './commit-folder.ts'
import { writeEvidence } from './evidence.ts'

const root = resolve(import.meta.dirname, '..')
const [commit] = process.argv.slice(2)
if (!commit) throw new Error('name the commit to compare with: node scripts/count-size.ts COMMIT')

const source = /[.](tsx?|mjs|css|sql)$/
const generated = /^database\/(schema|states)[.]sql$/
const isTest = (path: string): boolean => /^(tests|packages\/testkit)\/|[.](test|spec)[.]/.test(path)
interface File {
  readonly path: string
  readonly text: string
  readonly lines: number
}

function filesOf(folder: string): readonly File[] {
  return filesBelow(folder, '.', (path) => source.test(path) && !generated.test(path)).map((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    return { path, text, lines: text.split('\n').length - 1 }
  })
}

function measure(folder: string) {
  const files = filesOf(folder)
  const product = files.filter(({ path }) => !isTest(path))
  const lines: Record<string, number> = {}
  for (const { path, lines: count } of product) {
    const [top, second] = path.split('/')
    const workspace = top === 'apps' || top === 'packages' ? `${top}/${second}` : top!
    lines[workspace] = (lines[workspace] ?? 0) + count
  }
  const sum = (list: readonly File[]): number => list.reduce((total, file) => total + file.lines, 0)
  return {
    lines: sum(product),
    testLines: sum(files.filter(({ path }) => isTest(path))),
    files: product.length,
    filesUnder15Lines: product.filter((file) => file.lines < 15).length,
    serverFilesUnder30Lines: product.filter((file) => file.path.startsWith('apps/server/') && file.lines < 30)
      .length,
    workspaces: lines,
    largestFiles: product
      .toSorted((a, b) => b.lines - a.lines)
      .slice(0, 8)
      .map(({ path, lines: count }) => `${count} ${path}`),
    longestFunctions: product
      .flatMap(({ path, text }) =>
        functionsIn(path, text).map(({ line, lines: count }) => ({ name: `${path}:${line}`, lines: count })),
      )
      .toSorted((a, b) => b.lines - a.lines)
      .slice(0, 8)
      .map(({ name, lines: count }) => `${count} ${name}`),
  }
}

const [before, after] = [inCommit(root, commit, measure), inCommit(root, 'HEAD', measure)]
console.log(`${before.lines} → ${after.lines} lines, tests ${before.testLines} → ${after.testLines}`)
writeEvidence(root, 'size', { since: commit, before, after })
