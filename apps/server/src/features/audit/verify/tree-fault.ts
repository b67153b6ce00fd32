import type { StoredTree } from '../trees/store.ts'

export interface TreeFault {
  /** Where: `tree 4 (fills 2026-11-17, part 1)`, `ledger line <entry>.<line>`, `fill 0/17/buy`, `order <id>, step 3`. */
  readonly where: string
  readonly what: string
}

export const nameOf = ({ id, kind, asset, date, part }: StoredTree): string =>
  `tree ${id} (${kind}${asset === '' ? '' : ` of ${asset}`} ${date}, part ${part})`

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
