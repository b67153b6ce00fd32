// Runs the import rules of .dependency-cruiser.cjs, and fails a run that checked nothing: with a TypeScript version it
// cannot read, dependency-cruiser reports success over 0 modules.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { report } from './check/report.ts'

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly { rule: { name: string }; from: string; to: string; type: string }[]
  }
}

const here = resolve(import.meta.dirname, '..')
const fewestModules = 20

export function checkBoundaries(root: string, expectedModules = fewestModules): string[] {
  const binary = join(here, 'node_modules/.bin/depcruise')
  const folders = ['apps', 'packages', 'database', 'scripts', 'tests'].filter((name) =>
    existsSync(join(root, name)),
  )
  const config = join(here, '.dependency-cruiser.cjs')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [binary, ...folders, '--config', config, '--output-type', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
  )
  let cruise: Cruise
  try {
    cruise = JSON.parse(stdout) as Cruise
  } catch {
    return [`dependency-cruiser gave no result: ${stderr.trim() || stdout.slice(0, 500)}`]
  }
  const { totalCruised, violations } = cruise.summary
  if (totalCruised < expectedModules) {
    return [`only ${totalCruised} modules were read; the rules have not been checked`]
  }
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

if (import.meta.main) await report(checkBoundaries)
