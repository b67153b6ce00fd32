// Checks file names, and content that must not be left in files.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { functionsIn } from './check/functions.ts'
import { filesBelow } from './check/files.ts'
import { longTitles, oldWordsIn } from './check/plain-words.ts'
import { report } from './check/report.ts'

// Folders with these names collect unrelated code.
const bannedNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'lib',
  'misc',
  'shared',
  'types',
  'constants',
])
const folders = ['apps', 'packages', 'database', 'scripts', 'tests', 'docs', 'deploy', 'bench', 'changes']
const source = /[.](ts|tsx|mjs|cjs|css|sql)$/
const leftover = /\b(FIXME|TODO|HACK)\b/
// Built from parts, because this file is checked as well.
const placeholder = new RegExp(['coming', 'soon'].join(' '), 'i')
const longestFile = 425
/** Of code that helps tests. */
const longestSupport = 500
/** The longest one has this many lines; a new one is shorter. */
const longestFunction = 122

const vocabularyPage = 'docs/vocabulary.md'
const namesOldWords = new Set([vocabularyPage, 'scripts/check/plain-words.ts'])

interface Replaced {
  readonly word: string
  readonly use: string
  /** Finds the word in a kebab-case name. */
  readonly pattern: RegExp
}

/** The first table of the vocabulary page: words that identifiers and file names must not contain. */
export function readReplaced(root: string): readonly Replaced[] {
  const page = join(root, vocabularyPage)
  if (!existsSync(page)) return []
  const section = readFileSync(page, 'utf8').split('\n## ')[1] ?? ''
  return [...section.matchAll(/^\| `([a-z-]+)` +\| ([^|]*?) *\|/gm)].map(([, word, use]) => ({
    word: word!,
    use: use!,
    pattern: new RegExp(`(^|[^a-z])${word}($|[^a-z])`),
  }))
}

/** `pokeExchange`, `POKE_MS` and `poke_exchange` are all `poke-…`. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

interface Found extends Replaced {
  readonly name: string
  readonly line: number
}

function findReplaced(path: string, text: string, replaced: readonly Replaced[]): Found[] {
  const lower = text.toLowerCase()
  // Parsing is slow, and most files contain none of the words.
  const suspects = replaced.filter(({ word }) => word.split('-').every((part) => lower.includes(part)))
  if (suspects.length === 0) return []
  const all: Found[] = []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const found = suspects.find(({ pattern }) => pattern.test(kebab(node.text)))
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      if (found) all.push({ ...found, name: node.text, line: line + 1 })
    }
    ts.forEachChild(node, walk)
  }
  walk(file)
  return all
}

/** How often each replaced word stands in identifiers and file names. */
export function countReplaced(root: string, replaced: readonly Replaced[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const path of folders.flatMap((folder) => filesBelow(root, folder))) {
    const stem = kebab(basename(path).replace(/[.][a-z]+$/, ''))
    for (const { word, pattern } of replaced) if (pattern.test(stem)) add(word)
    if (!/[.]tsx?$/.test(path)) continue
    for (const { word } of findReplaced(path, readFileSync(join(root, path), 'utf8'), replaced)) add(word)
  }
  return counts
}

export function checkTree(root: string): string[] {
  const problems: string[] = []
  const replaced = readReplaced(root)
  for (const folder of folders) {
    for (const path of filesBelow(root, folder)) {
      const parts = path.split('/')
      const stems = [...parts.slice(0, -1), basename(path).split('.')[0]!]
      const banned = stems.find((stem) => bannedNames.has(stem.toLowerCase()))
      if (banned) problems.push(`${path}: "${banned}" says nothing about what is inside`)
      const name = basename(path)
      if (/[.](ts|tsx|mjs|cjs)$/.test(path) && !isWellNamed(name)) {
        problems.push(`${path}: files are kebab-case, React components PascalCase.tsx`)
      }
      const old = replaced.find(({ pattern }) => pattern.test(kebab(name.replace(/[.][a-z]+$/, ''))))
      if (old) problems.push(`${path}: "${old.word}": use ${old.use} (${vocabularyPage})`)
      if (!source.test(path) && !path.endsWith('.md')) continue
      const text = readFileSync(join(root, path), 'utf8')
      if (!namesOldWords.has(path)) problems.push(...oldWordsIn(path, text))
      if (path.endsWith('.md')) continue
      if (/[.](test|spec)[.]tsx?$/.test(path)) problems.push(...longTitles(path, text))
      problems.push(...readThrough(path, text))
      if (!/[.]tsx?$/.test(path)) continue
      for (const { line, name: found, use } of findReplaced(path, text, replaced))
        problems.push(`${path}:${line}: "${found}": use ${use} (${vocabularyPage})`)
    }
  }
  return problems
}

function isWellNamed(name: string): boolean {
  const lowerCase = /^[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9-]+)*[.](ts|tsx|mjs|cjs)$/
  const component = /^[A-Z][A-Za-z0-9]*([.](test|spec))?[.]tsx$/
  return lowerCase.test(name) || component.test(name)
}

function readThrough(path: string, text: string): string[] {
  if (path === 'scripts/check-tree.ts' || path.startsWith('tests/walls/')) return []
  const lines = text.split('\n')
  const problems = lines.flatMap((line, index) => {
    const found = leftover.exec(line)?.[0] ?? placeholder.exec(line)?.[0]
    return found ? [`${path}:${index + 1}: ${found}`] : []
  })
  // Lists are long because they have many entries, and are not read from start to end.
  const isData =
    path.startsWith('database/') || /(catalogue|texts)\//.test(path) || /passwords[.]ts$/.test(path)
  const isProduct = /^(apps|packages)\//.test(path) && !/(^packages\/testkit|\/testing|[.]test[.])/.test(path)
  const longest = isProduct ? longestFile : longestSupport
  if (lines.length > longest && !isData && !/[.](test|spec)[.]/.test(path)) {
    problems.push(`${path}: ${lines.length} lines; split it (at most ${longest})`)
  }
  // Parsing takes time, and a long function is in a long file.
  if (isProduct && lines.length > longestFunction)
    for (const { line, lines: count } of functionsIn(path, text))
      if (count > longestFunction)
        problems.push(`${path}:${line}: a function of ${count} lines; split it (at most ${longestFunction})`)
  return problems
}

if (import.meta.main) await report(checkTree)
