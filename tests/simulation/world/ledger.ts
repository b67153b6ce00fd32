// The second ledger: double entry, bounds and holds over the simulated store, written from the chart's description and
// not from the first one's code. Entries of the pure postings must also balance, find their money and keep every
// account within its bounds on this ledger.

import type { AccountCode, Entry } from '@fairlot/ledger'
import type { Routine } from './scheduler.ts'
import type { Store, Transaction } from './store.ts'

export interface HeldAmount {
  readonly account: string
  readonly opened: bigint
  readonly left: bigint
}

export type PostAnswer =
  | { readonly posted: true; readonly replayed: boolean }
  | {
      readonly posted: false
      readonly why: 'insufficient' | 'over-ceiling' | 'hold' | 'key-reused'
      readonly on: string
    }

const neverNegative = new Set(['available', 'held', 'receivable', 'held-receivable', 'collateral', 'lent'])
const neverPositive = new Set(['payable', 'loan', 'interest'])
const bounded = new Set(['member', 'seat', 'lending'])

const kindOf = (account: string): string => account.slice(account.lastIndexOf('/') + 1).split('@')[0]!
export const ownerOf = (account: string): string => account.slice(0, account.indexOf('/'))
export const assetOf = (account: string): string => account.split('/')[2]!
const isHeldKind = (account: string): boolean => {
  const kind = kindOf(account)
  return kind === 'held' || kind === 'held-receivable'
}

export const balanceOf = (from: Store | Transaction, account: string): bigint =>
  ('get' in from ? from.get<bigint>('balances', account) : from.read<bigint>('balances', account)) ?? 0n

export const boundsFault = (
  account: string,
  balance: bigint,
): 'insufficient' | 'over-ceiling' | undefined => {
  if (!bounded.has(ownerOf(account))) return undefined
  const kind = kindOf(account)
  if (neverNegative.has(kind) && balance < 0n) return 'insufficient'
  return neverPositive.has(kind) && balance > 0n ? 'over-ceiling' : undefined
}

/** All lines or none. Throws on an entry that does not balance: that is a fault of the caller. */
export function* post(tx: Transaction, entry: Entry): Routine<PostAnswer> {
  assertBalanced(entry)
  const body = JSON.stringify([
    entry.event,
    entry.reference,
    entry.lines.map(({ account, amount, hold }) => [account, `${amount}`, hold ?? '']),
  ])
  const rows = entry.lines.filter(({ account }) => bounded.has(ownerOf(account)))
  yield* tx.lock(`keys/${entry.key}`, ...new Set(rows.map(({ account }) => `balances/${account}`)))
  const first = tx.get<string>('keys', entry.key)
  if (first !== undefined)
    return first === body
      ? { posted: true, replayed: true }
      : { posted: false, why: 'key-reused', on: entry.key }

  const after = new Map<string, bigint>()
  const holds = new Map<string, HeldAmount>()
  for (const { account, amount, hold } of entry.lines) {
    after.set(account, (after.get(account) ?? balanceOf(tx, account)) + amount)
    if (isHeldKind(account) !== (hold !== undefined)) throw new Error(`${entry.key}: ${account} and its hold`)
    if (hold === undefined) continue
    const known = holds.get(hold) ?? tx.get<HeldAmount>('holds', hold)
    if (amount > 0n && known) return { posted: false, why: 'hold', on: hold }
    if (amount > 0n) holds.set(hold, { account, opened: amount, left: amount })
    else {
      if (!known || known.account !== account || known.left + amount < 0n)
        return { posted: false, why: 'hold', on: hold }
      holds.set(hold, { ...known, left: known.left + amount })
    }
  }
  for (const [account, balance] of after) {
    const fault = boundsFault(account, balance)
    if (fault) return { posted: false, why: fault, on: account }
  }
  yield* writeEntry(tx, entry, body, after, holds)
  return { posted: true, replayed: false }
}

function* writeEntry(
  tx: Transaction,
  { key, event, reference, lines }: Entry,
  body: string,
  after: ReadonlyMap<string, bigint>,
  holds: ReadonlyMap<string, HeldAmount>,
): Routine {
  yield* tx.put('keys', key, body)
  yield* tx.put('entries', key, { event, reference, lines })
  // The same order everywhere. An account without a bound has no row in the real ledger and so no lock; here its sum is
  // kept beside the entries and computed at commit.
  for (const account of [...after.keys()].toSorted())
    if (bounded.has(ownerOf(account))) yield* tx.put('balances', account, after.get(account))
  for (const [id, held] of holds) yield* tx.put('holds', id, held)
}

function assertBalanced({ key, lines }: Entry): void {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of lines)
    sums.set(assetOf(account), (sums.get(assetOf(account)) ?? 0n) + amount)
  for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`I1 ${key}: ${asset} is off by ${sum}`)
}

/** Every account's sum from all entries: the balance rows are checked against it. */
export function sumsOf(store: Store): Map<AccountCode, bigint> {
  const sums = new Map<AccountCode, bigint>()
  for (const { lines } of store.table<Pick<Entry, 'lines'>>('entries').values())
    for (const { account, amount } of lines) sums.set(account, (sums.get(account) ?? 0n) + amount)
  return sums
}
