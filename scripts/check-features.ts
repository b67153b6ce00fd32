// Every feature has one name. That name is a folder wherever the feature has a surface, a page in docs, a flow test,
// and an e2e test when members see it. The list is packages/contract/src/features.ts.
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { features, type Feature, type Surface } from '../packages/contract/src/features.ts'
import { report } from './check/report.ts'

const folders: Readonly<Record<Surface, string>> = {
  contract: 'packages/contract/src',
  rules: 'packages/rules/src',
  server: 'apps/server/src/features',
  member: 'apps/member/src/features',
  console: 'apps/console/src/features',
}

// The message catalogue belongs to no feature: all of them use it. The venue is the interface of trading: commands in,
// events out.
const otherFolders: Readonly<Partial<Record<Surface, readonly string[]>>> = {
  contract: ['catalogue', 'venue'],
}

export function checkFeatures(root: string, list: readonly Feature[] = features): string[] {
  const problems: string[] = []
  const names = list.map(({ name }) => name)
  for (const [surface, folder] of Object.entries(folders) as [Surface, string][]) {
    const wanted = list.filter(({ surfaces }) => surfaces.includes(surface)).map(({ name }) => name)
    const found = foldersIn(join(root, folder)).filter((name) => !otherFolders[surface]?.includes(name))
    for (const name of wanted) if (!found.includes(name)) problems.push(`${folder}/${name}: missing`)
    for (const name of found)
      if (!wanted.includes(name)) problems.push(`${folder}/${name}: not in features.ts`)
  }
  const pages = ['docs/features', 'tests/flows', 'tests/e2e'] as const
  const suffix = { 'docs/features': '.md', 'tests/flows': '.test.ts', 'tests/e2e': '.spec.ts' } as const
  for (const folder of pages) {
    const wanted = folder === 'tests/e2e' ? list.filter(({ surfaces }) => surfaces.includes('member')) : list
    for (const { name } of wanted) {
      const path = `${folder}/${name}${suffix[folder]}`
      if (!existsSync(join(root, path))) problems.push(`${path}: missing`)
    }
  }
  for (const page of filesIn(join(root, 'docs/features'))) {
    const name = basename(page, '.md')
    if (!names.includes(name)) problems.push(`docs/features/${page}: not in features.ts`)
  }
  return problems
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'README.md') : []
}

if (import.meta.main) await report(checkFeatures)
