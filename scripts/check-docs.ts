// Finds four ways in which docs become outdated: a relative link to a moved file, a renamed test, an ADR number used
// twice, and a runtime dependency without a reason.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { hasTest } from './test-titles.ts'

const problems: string[] = []

const pages = globSync(
  ['*.md', 'docs/**/*.md', 'changes/*.md', '{apps,packages,database,deploy,tests}/**/*.md'],
  {
    exclude: (name) => name.includes('node_modules'),
  },
)
for (const page of pages) {
  const text = readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '')
  // A page that names a test as `file > title` is true only while that test exists.
  for (const [, file = '', title = ''] of text.matchAll(/`((?:tests|scripts)\/[^`>]+[.]ts) > ([^`]+)`/g)) {
    if (!existsSync(file)) problems.push(`${page}: there is no ${file}`)
    else
      for (const part of title.split(' > '))
        if (!hasTest(readFileSync(file, 'utf8'), part))
          problems.push(`${page}: ${file} has no running test "${part}"`)
  }
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:|^#/.test(target)) continue
    const path = normalize(join(dirname(page), target.split('#')[0] ?? ''))
    if (!existsSync(path)) problems.push(`${page}: the link to ${target} leads nowhere`)
  }
}

const numbers = new Set<string>()
for (const page of globSync('docs/adr/*.md')) {
  const number = basename(page).slice(0, 4)
  if (numbers.has(number)) problems.push(`${page}: another ADR has the number ${number}`)
  numbers.add(number)
  if (!readFileSync(page, 'utf8').startsWith(`# ${number} `))
    problems.push(`${page}: the heading does not begin with ${number}`)
}

const dependenciesPage = 'docs/architecture/dependencies.md'
const justified = new Set(
  [...readFileSync(dependenciesPage, 'utf8').matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? ''),
)
const manifests = globSync(['package.json', '{apps,packages}/*/package.json', 'database/package.json'], {
  // Only tests import the testkit, so none of it is shipped.
  exclude: ['packages/testkit/**'],
})
const used = new Set(
  manifests.flatMap((manifest) => {
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Record<string, string>
    }
    return Object.keys(dependencies).filter((name) => !name.startsWith('@fairlot/'))
  }),
)
for (const name of used)
  if (!justified.has(name)) problems.push(`${dependenciesPage}: ${name} has no line that says why it is here`)
for (const name of justified)
  if (!used.has(name)) problems.push(`${dependenciesPage}: ${name} has a line, but nothing depends on it`)

for (const problem of problems) console.error(problem)
console.log(`docs: ${pages.length} pages, ${used.size} runtime dependencies`)
process.exitCode = problems.length === 0 ? 0 : 1
