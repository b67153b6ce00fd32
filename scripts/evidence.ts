import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * Figures in the docs come from these files, so each states when, from which commit and on what machine it was
 * measured.
 */
export function writeEvidence(root: string, name: string, result: object): void {
  write(root, name, { ...result, measured: measuredIn(root) })
}

/** Parts that different runs measure in one file: the others stay, and each states its own run. */
export function writeEvidencePart(root: string, name: string, parts: Readonly<Record<string, object>>): void {
  const path = fileOf(root, name)
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {}
  const measured = measuredIn(root)
  const now = Object.entries(parts).map(([part, figures]) => [part, { ...figures, measured }] as const)
  write(root, name, { ...before, ...Object.fromEntries(now) })
}

const fileOf = (root: string, name: string): string => join(root, 'evidence', `${name}.json`)

const measuredIn = (root: string): object => ({
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  node: process.versions.node,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1024 ** 3),
})

function write(root: string, name: string, content: object): void {
  mkdirSync(join(root, 'evidence'), { recursive: true })
  writeFileSync(fileOf(root, name), `${JSON.stringify(content, null, 2)}\n`)
  console.log(`wrote evidence/${name}.json`)
}
