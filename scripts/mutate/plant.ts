import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutation } from './rows.ts'

/** How often the text to replace occurs; a fault is planted only where it is once. */
export const occurrencesOf = (root: string, { file, find }: Mutation): number =>
  readFileSync(join(root, file), 'utf8').split(find).length - 1

/** Writes the fault into the tree; the answer removes it again. */
export function plant(root: string, mutation: Mutation): () => void {
  const path = join(root, mutation.file)
  const before = readFileSync(path, 'utf8')
  if (occurrencesOf(root, mutation) !== 1)
    throw new Error(`${mutation.row}: the text to replace must occur once in ${mutation.file}`)
  writeFileSync(
    path,
    before.replace(mutation.find, () => mutation.replace),
  )
  return () => writeFileSync(path, before)
}

export interface Verdict {
  readonly row: string
  readonly test: string
  readonly fault: string
  /** `survived`: the test passed with the fault. `not-run`: it did not run, with the fault or without. */
  readonly outcome: 'found' | 'survived' | 'not-run'
  /** The first line of what the test said. */
  readonly said: string
  readonly seconds: number
}

export type Ran = { readonly passed: boolean; readonly said: string } | undefined

export const verdictOf = ({ row, test, fault }: Mutation, ran: Ran, began: number): Verdict => ({
  row,
  test,
  fault,
  outcome: ran === undefined ? 'not-run' : ran.passed ? 'survived' : 'found',
  said: ran?.said ?? '',
  seconds: Math.round((performance.now() - began) / 1000),
})

// Terminal colours are no part of what a test said.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
export const firstLine = (text: string): string =>
  text.replace(colours, '').split('\n')[0]!.trim().slice(0, 200)

export const titlesOf = (test: string): { readonly file: string; readonly titles: readonly string[] } => {
  const [file = '', ...titles] = test.split(' > ')
  return { file, titles }
}
/** By the test's own title; the groups around it are compared in the report. */
export const patternOf = (titles: readonly string[]): string =>
  (titles.at(-1) ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
