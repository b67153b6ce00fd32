import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutations, rowCount } from './mutate/rows.ts'
import { isSweep, parseRows } from './check-specification.ts'
import { chooseRows } from './mutate/choose.ts'
import { occurrencesOf } from './mutate/plant.ts'

const root = resolve(import.meta.dirname, '..')
const rows = parseRows(readFileSync(resolve(root, 'docs/specification.md'), 'utf8'))

test('each planted fault has one place and a test of its row', () => {
  expect(new Set(mutations.map(({ row }) => row)).size).toBe(rowCount)
  for (const mutation of mutations) {
    const proofs = rows.find(({ id }) => id === mutation.row)?.shownBy.flat()
    expect(proofs, mutation.row).toContain(mutation.test)
    expect(isSweep(mutation.test), mutation.row).toBe(false)
    expect(occurrencesOf(root, mutation), mutation.row).toBe(1)
  }
})

test('the seed chooses the rows, and a new row moves none', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, shownBy: [], line: 1 }))
  const chosen = chooseRows(all, 'seed', 3)
  expect(chooseRows(all.toReversed(), 'seed', 3)).toEqual(chosen)
  expect(chooseRows(all, 'another', 5)).not.toEqual(chooseRows(all, 'seed', 5))
  const more = chooseRows([...all, { id: 'f', shownBy: [], line: 1 }], 'seed', 6)
  expect(more.filter((id) => id !== 'f').slice(0, 3)).toEqual(chosen)
})
