// The fund record: the changes of the member's own cash, one row per business event. The balance after a row is carried
// from page to page, because it is the sum of many accounts and no single line of the ledger has it.

import type { DataOf } from '@fairlot/contract/routes'
import {
  balancesOf,
  firstLineOf,
  isStatementCursor,
  member,
  statement,
  type StatementLine,
} from '@fairlot/ledger'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { isCorrection, type RecordsWish, tabOf } from './record-tab.ts'
import { readWhy } from './correcting/store.ts'
import { isOwnCash, ownCashOf } from './own-cash.ts'
import { readSymbols } from './store.ts'
import { sumMonth } from './sum-month.ts'

type Records = DataOf<'/funds/records'>

export interface RecordsWanted {
  readonly memberId: string
  readonly tab: RecordsWish
  readonly before?: string | undefined
  readonly now: Date
}

type Page = Omit<Records, 'month'>

const pageSize = 30
/** Lines of held, loan and other accounts lie between; a page stops searching after this many reads. */
const maxReads = 10
const linesPerRead = 200

/** Refuses: `input.invalid`. */
export async function listRecords(
  db: Db,
  { memberId, tab, before, now }: RecordsWanted,
): Promise<Outcome<Records>> {
  const cursor = before === undefined ? undefined : cursorOf(before)
  if (cursor === null) return refuse('input.invalid', { field: 'before' })
  return done(
    await inSnapshot(db, async (tx) => ({
      ...(await readTab(tx, memberId, tab, cursor)),
      month: cursor === undefined ? await sumMonth(tx, memberId, now) : null,
    })),
  )
}

async function readTab(
  tx: Tx,
  memberId: string,
  tab: RecordsWish,
  cursor: Cursor | undefined,
): Promise<Page> {
  const page = await entriesOf(tx, memberId, tab, cursor)
  // Paper money is the first record of the account: it ends the last page.
  if ((tab !== 'stored-value' && tab !== 'all') || page.next !== null) return page
  return { records: [...page.records, ...(await paperMoney(tx, memberId))], next: null }
}

interface Cursor {
  /** The last line that was read. */
  readonly line: string
  /** Own cash right before it. */
  readonly balance: bigint
}

function cursorOf(text: string): Cursor | null {
  const [line, balance, ...more] = text.split('_')
  if (line === undefined || balance === undefined || more.length > 0) return null
  return isStatementCursor(line) && /^-?\d{1,19}$/.test(balance) ? { line, balance: BigInt(balance) } : null
}

interface Group {
  readonly first: StatementLine
  amount: bigint
  /** The last line of the entry that was read. */
  last: string
}

async function entriesOf(
  tx: Tx,
  memberId: string,
  tab: RecordsWish,
  cursor: Cursor | undefined,
): Promise<Page> {
  const { groups, more } = await readGroups(tx, memberId, cursor?.line)
  let balance = cursor?.balance ?? ownCashOf(await balancesOf(tx, memberId))
  const records: Page['records'] = []
  const [symbols, whys] = await Promise.all([
    readSymbols(tx, memberId, referencesOf(groups)),
    readWhy(tx, memberId, correctionsOf(groups)),
  ])
  let next: string | null = null
  for (const [n, { first, amount, last }] of groups.entries()) {
    if (records.length === pageSize) break
    // A hold, a release and a move from unsettled to available do not change own cash. Paper money is read separately.
    if (amount !== 0n && first.event !== 'practice-grant' && (tab === 'all' || tabOf(first.event) === tab)) {
      records.push({
        entryId: first.entryId,
        event: first.event,
        reference: first.reference,
        symbol: symbols.get(first.reference) ?? null,
        amount: amount.toString(),
        balanceAfter: balance.toString(),
        at: first.postedAt.toISOString(),
        why: whys.get(first.entryId) ?? null,
      })
    }
    balance -= amount
    next = n < groups.length - 1 || more ? `${last}_${balance}` : null
  }
  return { records, next }
}

/** Entries with their effect on own cash, newest first; the last one is complete. */
async function readGroups(
  tx: Tx,
  memberId: string,
  before: string | undefined,
): Promise<{ readonly groups: readonly Group[]; readonly more: boolean }> {
  const groups = new Map<string, Group>()
  let from = before
  for (let reads = 0; reads < maxReads; reads += 1) {
    const page = await statement(tx, {
      ownerId: memberId,
      asset: 'TWD',
      limit: linesPerRead,
      ...(from === undefined ? {} : { before: from }),
    })
    for (const line of page.lines) {
      const group = groups.get(line.entryId) ?? { first: line, amount: 0n, last: line.lineId }
      if (isOwnCash(line.kind)) group.amount += line.amount
      group.last = line.lineId
      groups.set(line.entryId, group)
    }
    if (page.next === null) return { groups: [...groups.values()], more: false }
    from = page.next
    const shown = [...groups.values()].filter(({ amount }) => amount !== 0n)
    if (shown.length > pageSize) break
  }
  // The last entry may continue below the last line read.
  return { groups: [...groups.values()].slice(0, -1), more: true }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const referencesOf = (groups: readonly Group[]): string[] => [
  ...new Set(groups.map(({ first }) => first.reference).filter((reference) => uuid.test(reference))),
]

const correctionsOf = (groups: readonly Group[]): string[] =>
  groups.filter(({ first }) => isCorrection(first.event)).map(({ first }) => first.entryId)

/** The practice market's grant: the first record of the account. */
async function paperMoney(tx: Tx, memberId: string): Promise<Records['records']> {
  const first = await firstLineOf(tx, member(memberId).available('TWD'))
  if (first?.event !== 'practice-grant') return []
  return [
    {
      entryId: first.entryId,
      event: first.event,
      reference: first.reference,
      symbol: null,
      amount: first.amount.toString(),
      balanceAfter: first.balanceAfter.toString(),
      at: first.postedAt.toISOString(),
      why: null,
    },
  ]
}
