// What a file may be called, and what may not be left in one.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'

// A folder of this name collects what nobody wanted to name.
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
const longestFile = 500

export function checkTree(root: string): string[] {
  const problems: string[] = []
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
      if (source.test(path)) problems.push(...readThrough(path, readFileSync(join(root, path), 'utf8')))
    }
  }
  return problems
}

function isWellNamed(name: string): boolean {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9-]+)*[.](ts|tsx|mjs|cjs)$/
  const component = /^[A-Z][A-Za-z0-9]*([.](test|spec))?[.]tsx$/
  return kebab.test(name) || component.test(name)
}

function readThrough(path: string, text: string): string[] {
  if (path === 'scripts/check-tree.ts' || path.startsWith('tests/walls/')) return []
  const lines = text.split('\n')
  const problems = lines.flatMap((line, index) => {
    const found = leftover.exec(line)?.[0] ?? placeholder.exec(line)?.[0]
    return found ? [`${path}:${index + 1}: ${found}`] : []
  })
  // Lists are long because there is much to list; nobody reads them from end to end.
  const isData =
    path.startsWith('database/') ||
    /(catalogue|texts)\//.test(path) ||
    /passwords[.]ts$/.test(path) ||
    path.startsWith('packages/ui/src/parts/')
  if (lines.length > longestFile && !isData && !/[.](test|spec)[.]/.test(path)) {
    problems.push(`${path}: ${lines.length} lines; split it (at most ${longestFile})`)
  }
  return problems
}

if (import.meta.main) await report(checkTree)
