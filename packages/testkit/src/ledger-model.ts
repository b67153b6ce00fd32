// A simple model of the ledger: a list of all events, and every answer found by reading the whole list. It shares no
// code with the production SQL, so agreement between the two is meaningful. Slow on purpose.

import {
  type AccountCode,
  chart,
  type Entry,
  type EntryHead,
  freeTwin,
  type LedgerRefusal,
  type Line,
  partsOf,
} from '@fairlot/ledger'
import type { Breach } from './invariants.ts'

export type LedgerRequest =
  | { readonly op: 'post'; readonly entry: Entry }
  | { readonly op: 'release-remaining'; readonly holdId: string; readonly head: EntryHead }
  | { readonly op: 'reverse'; readonly originalKey: string; readonly head: EntryHead }

export type ModelOutcome = 'posted' | 'replayed' | LedgerRefusal

/** Mistakes a ledger could have; the model makes them on demand, to show that the invariants detect them. */
export const modelFaults = [
  'skip-minimum',
  'release-twice',
  'forget-last-line',
  'skip-keys',
  'reverse-twice',
  'reopen-hold',
  'refusal-leaves-a-line',
  'row-not-updated',
] as const
export type ModelFault = (typeof modelFaults)[number]

interface PostedEntry {
  readonly key: string
  readonly body: string
  readonly lines: readonly Line[]
  readonly reverses: string | null
}

export interface ModelHold {
  readonly holdId: string
  readonly account: AccountCode
  readonly amount: bigint
  readonly left: bigint
}

export interface LedgerModel {
  apply(request: LedgerRequest): ModelOutcome
  balance(account: AccountCode): bigint
  accounts(): AccountCode[]
  holds(): ModelHold[]
  keys(): string[]
  breaches(): Breach[]
}

const boundsOf = (account: AccountCode) => {
  const { owner, kind } = partsOf(account)
  return chart.find((row) => row.owner === owner && row.kind === kind)!
}

const sum = (among: readonly Line[], account: AccountCode): bigint =>
  total(among.filter((line) => line.account === account))
const story = (among: readonly Line[], holdId: string): Line[] => among.filter((line) => line.hold === holdId)
const total = (among: readonly Line[]): bigint => among.reduce((left, { amount }) => left + amount, 0n)

const accountsIn = (lines: readonly Line[]): AccountCode[] => [
  ...new Set(lines.map(({ account }) => account)),
]
const holdsIn = (lines: readonly Line[]): ModelHold[] =>
  lines
    .filter((line) => line.hold !== undefined && line.amount > 0n)
    .map((opening) => ({
      holdId: opening.hold!,
      account: opening.account,
      amount: opening.amount,
      left: total(story(lines, opening.hold!)),
    }))

/** The list of all entries. A key has one effect, and a refused entry has none. */
function createJournal(fault: ModelFault | undefined) {
  const posted: PostedEntry[] = []
  // The only data stored twice: what a balance row would say, to compare with the list.
  const rows = new Map<AccountCode, bigint>()
  const lines = (): Line[] => posted.flatMap((entry) => entry.lines)

  const record = (entry: PostedEntry): void => {
    posted.push(entry)
    for (const { account, amount } of entry.lines) rows.set(account, (rows.get(account) ?? 0n) + amount)
  }

  const seen = (key: string, body: string): ModelOutcome | null => {
    const first = posted.find((entry) => entry.key === key)
    // An entry with the key of its hold is found again by the hold.
    if (!first || fault === 'skip-keys' || key.startsWith('hold/')) return null
    return first.body === body ? 'replayed' : 'key-reused'
  }

  function post(key: string, body: string, added: readonly Line[], reverses: string | null): ModelOutcome {
    const answered = seen(key, body)
    if (answered) return answered
    const refusal = refusalOf(lines(), added, fault)
    if (refusal) {
      if (fault === 'refusal-leaves-a-line') {
        record({ key: `${key}!`, body, lines: added.slice(0, 1), reverses: null })
      }
      return refusal
    }
    record({
      key,
      body,
      lines: fault === 'forget-last-line' && added.length > 2 ? added.slice(0, -1) : added,
      reverses,
    })
    if (fault === 'row-not-updated' && added.length > 2) rows.delete(added[0]!.account)
    return 'posted'
  }

  return { posted, rows, lines, seen, post }
}

export function createLedgerModel(fault?: ModelFault): LedgerModel {
  const { posted, rows, lines, seen, post } = createJournal(fault)

  function releaseRemaining(holdId: string, head: EntryHead): ModelOutcome {
    const before = story(lines(), holdId)
    const opening = before[0]
    if (!opening) return 'unknown-hold'
    const body = JSON.stringify(['release-remaining', holdId, head.event, head.reference])
    const answered = seen(head.key, body)
    if (answered) return answered
    const left = total(before)
    if (left === 0n && fault !== 'release-twice') return 'hold-closed'
    const amount = left === 0n ? opening.amount : left
    const { account } = opening
    const added = [
      { account, amount: -amount, hold: holdId },
      { account: freeTwin(account), amount },
    ]
    return post(head.key, body, added, null)
  }

  function reverse(originalKey: string, head: EntryHead): ModelOutcome {
    const original = posted.find((entry) => entry.key === originalKey)
    if (!original) return 'unknown-entry'
    if (original.lines.some((line) => line.hold !== undefined)) return 'touches-hold'
    const body = JSON.stringify(['reverse', originalKey, head.event, head.reference])
    if (fault !== 'reverse-twice' && posted.some((entry) => entry.reverses === originalKey)) {
      return seen(head.key, body) ?? 'already-reversed'
    }
    const added = original.lines.map(({ account, amount }) => ({ account, amount: -amount }))
    return post(head.key, body, added, originalKey)
  }

  return {
    apply(request) {
      switch (request.op) {
        case 'post': {
          const { event, reference, key, lines: own } = request.entry
          const body = JSON.stringify([event, reference, own.map((l) => [l.account, `${l.amount}`, l.hold])])
          return post(key, body, own, null)
        }
        case 'release-remaining':
          return releaseRemaining(request.holdId, request.head)
        case 'reverse':
          return reverse(request.originalKey, request.head)
      }
    },
    balance: (account) => sum(lines(), account),
    accounts: () => accountsIn(lines()),
    holds: () => holdsIn(lines()),
    keys: () => posted.map(({ key }) => key),
    breaches: () => [
      ...entryBreaches(posted),
      ...balanceBreaches(lines(), rows),
      ...holdBreaches(lines()),
      ...keyBreaches(posted),
    ],
  }
}

function refusalOf(
  all: readonly Line[],
  added: readonly Line[],
  fault: ModelFault | undefined,
): LedgerRefusal | null {
  for (const [index, line] of added.entries()) {
    if (line.hold === undefined) continue
    const before = story([...all, ...added.slice(0, index)], line.hold)
    if (line.amount > 0n) {
      if (before.length > 0 && fault !== 'reopen-hold') return 'hold-exists'
    } else if (before.length === 0 || before[0]!.account !== line.account) {
      return 'unknown-hold'
    } else if (fault !== 'release-twice') {
      if (total(before) === 0n) return 'hold-closed'
      if (total(before) + line.amount < 0n) return 'hold-exceeded'
    }
  }
  if (fault === 'skip-minimum') return null
  for (const { account } of added) {
    const { lowest, highest } = boundsOf(account)
    const after = sum([...all, ...added], account)
    if (lowest !== null && after < lowest) return 'insufficient'
    if (highest !== null && after > highest) return 'over-ceiling'
  }
  return null
}

function* entryBreaches(posted: readonly PostedEntry[]): Generator<Breach> {
  for (const { key, lines: own } of posted) {
    const assets = new Set(own.map(({ account }) => partsOf(account).asset))
    for (const asset of assets) {
      const off = total(own.filter(({ account }) => partsOf(account).asset === asset))
      if (off !== 0n) yield { invariant: 'I1', what: `${key}: ${asset} is off by ${off}` }
    }
    if (own.length < 2) yield { invariant: 'I1', what: `${key} has ${own.length} lines` }
  }
}

function* balanceBreaches(all: readonly Line[], rows: ReadonlyMap<AccountCode, bigint>): Generator<Breach> {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of all) {
    const { asset } = partsOf(account)
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  for (const [asset, off] of sums) if (off !== 0n) yield { invariant: 'I2', what: `${asset} sums to ${off}` }
  for (const account of accountsIn(all)) {
    const balance = sum(all, account)
    const { lowest, highest, holding } = boundsOf(account)
    if (rows.get(account) !== balance)
      yield { invariant: 'I3', what: `${account}: ${rows.get(account)} is not ${balance}` }
    if ((lowest !== null && balance < lowest) || (highest !== null && balance > highest)) {
      yield { invariant: 'I4', what: `${account} stands at ${balance}` }
    }
    if (holding) {
      const open = holdsIn(all).filter((hold) => hold.account === account && hold.left > 0n)
      const left = open.reduce((before, hold) => before + hold.left, 0n)
      if (left !== balance) yield { invariant: 'I5', what: `${account} holds ${balance}, its holds ${left}` }
    }
  }
}

function* holdBreaches(all: readonly Line[]): Generator<Breach> {
  for (const { holdId } of holdsIn(all)) {
    const own = story(all, holdId)
    if (own.filter(({ amount }) => amount > 0n).length !== 1)
      yield { invariant: 'I6', what: `${holdId} opened more than once` }
    let left = 0n
    for (const { amount } of own) {
      left += amount
      if (left < 0n) yield { invariant: 'I20', what: `${holdId} goes through ${left}` }
    }
  }
}

function* keyBreaches(posted: readonly PostedEntry[]): Generator<Breach> {
  const reversed = posted.flatMap(({ reverses }) => (reverses === null ? [] : [reverses]))
  if (new Set(reversed).size !== reversed.length)
    yield { invariant: 'I20', what: 'an entry is reversed twice' }
  if (new Set(posted.map(({ key }) => key)).size !== posted.length)
    yield { invariant: 'I21', what: 'a key has two effects' }
}
