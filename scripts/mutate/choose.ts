import { createHash } from 'node:crypto'
import type { Row } from '../check-specification.ts'

/** The order depends on the seed and each row's id alone, so a new row moves no other. */
export function chooseRows(rows: readonly Row[], seed: string, count: number): readonly string[] {
  const rankOf = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return rows
    .map(({ id }) => ({ id, rank: rankOf(id) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
}
