import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * Figures in the docs come from these files, so each states when, from which commit and on what machine it was
 * measured.
 */
export function writeEvidence(root: string, name: string, result: object): void {
  const folder = join(root, 'evidence')
  mkdirSync(folder, { recursive: true })
  const measured = {
    at: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    node: process.versions.node,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
  }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...result, measured }, null, 2)}\n`)
  console.log(`wrote evidence/${name}.json`)
}
