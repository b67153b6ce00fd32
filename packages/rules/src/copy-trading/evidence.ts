// The record of one line of a block, as the tree of its day has it, and its recomputation from the published list of the block.
// The list has the keys of the day in their order and the planned shares: nothing in it names a follower.

import { allocate } from './allocate.ts'

export interface CopyLineRecord {
  readonly block: string
  readonly mentor: string
  readonly copy: string
  readonly date: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  /** The mentor's limit. */
  readonly price: number
  /** Of the day's opening draw, hex. */
  readonly seed: string
  /** The mentor's planned shares. */
  readonly lead: number
  readonly copies: number
  /** SHA-256 of `blockListText`, hex. */
  readonly list: string
  /** What the parent order filled in both books, and its value in hundredths. */
  readonly filled: number
  readonly value: string
  readonly place: number
  readonly planned: number
  readonly reason: string | null
  readonly order: string | null
  /** What this line got, and its value at the one average. */
  readonly shares: number
  readonly amount: string
}

const version = 'fairlot copy line v1'
/** A phone gets a list up to this many copies; a longer one by its hash alone. */
export const maxListed = 20_000

/** Hashed byte for byte: the order of the names is part of the format. */
export const copyLineText = (line: CopyLineRecord): string =>
  JSON.stringify({
    v: version,
    block: line.block,
    mentor: line.mentor,
    copy: line.copy,
    date: line.date,
    symbol: line.symbol,
    side: line.side,
    price: line.price,
    seed: line.seed,
    lead: line.lead,
    copies: line.copies,
    list: line.list,
    filled: line.filled,
    value: line.value,
    place: line.place,
    planned: line.planned,
    reason: line.reason,
    order: line.order,
    shares: line.shares,
    amount: line.amount,
  })

/** Undefined when it is not such a record. */
export function readCopyLine(text: string): CopyLineRecord | undefined {
  try {
    const record = JSON.parse(text) as CopyLineRecord & { readonly v: unknown }
    return record.v === version && copyLineText(record) === text ? record : undefined
  } catch {
    return undefined
  }
}

/** One line for each copy on the list, in the order of the day. */
export const blockListText = (lines: readonly { readonly key: string; readonly planned: number }[]): string =>
  lines.map(({ key, planned }) => `${key} ${planned}\n`).join('')

export interface RecomputedLine {
  /** The list is in the order of its keys, and has this key and these planned shares at this place. */
  readonly isListed: boolean
  readonly shares: number
  readonly value: bigint
}

/** Divides the block again; `key` is the SHA-256 of `dayOrderText`, hex. Undefined for a list that is none. */
export function recomputeLine(record: CopyLineRecord, list: string, key: string): RecomputedLine | undefined {
  const rows = list.split('\n')
  if (rows.pop() !== '' || rows.length !== record.copies) return undefined
  if (!rows.every((row) => /^[0-9a-f]{64} \d{1,9}$/.test(row))) return undefined
  const isSorted = rows.every((row, at) => at === 0 || rows[at - 1]!.slice(0, 64) < row.slice(0, 64))
  const followers = rows.map((row, at) => ({
    id: row.slice(0, 64),
    isMentor: false,
    planned: Number(row.slice(65)),
    place: at + 1,
  }))
  const mentor = { id: 'mentor', isMentor: true, planned: record.lead, place: 0 }
  const total = followers.reduce((sum, { planned }) => sum + planned, record.lead)
  if (record.filled > total || !/^\d{1,18}$/.test(record.value)) return undefined
  const fills = { shares: record.filled, value: BigInt(record.value) }
  const own = allocate(fills, [mentor, ...followers]).lines.find(({ id }) => id === key)
  if (own === undefined) return undefined
  return {
    isListed: isSorted && own.place === record.place && own.planned === record.planned,
    shares: own.shares,
    value: own.value,
  }
}
