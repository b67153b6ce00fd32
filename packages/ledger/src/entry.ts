// An entry is a value: features build it in their pure postings.ts, and only post() executes it.

import { type AccountCode, freeTwin, heldTwin, partsOf } from './chart.ts'

export interface Line {
  readonly account: AccountCode
  /** Minor units or shares; never zero. */
  readonly amount: bigint
  /** The hold this line opens (positive) or takes from (negative). Required on held accounts, refused elsewhere. */
  readonly hold?: string
}

export interface Entry {
  /** The business event, as the member's fund record names it: `practice-grant`, `order.held`. */
  readonly event: string
  /** The subject: an order id or a request id. Stored for people and for lookups. */
  readonly reference: string
  /**
   * One key, one effect. The same key with the same event, reference and lines returns the first entry; with other
   * content it is refused. A retry must therefore build the same lines, hold ids included. An entry that ends by opening
   * a hold may have `holdKey` of it: no key is stored, and a retry is refused with `hold-exists`.
   */
  readonly key: string
  readonly postedAt: Date
  readonly lines: readonly Line[]
}

export const holdKey = (holdId: string): string => `hold/${holdId}`

export type EntryHead = Omit<Entry, 'lines'>

export interface EntryBuilder {
  /** Moves an amount from one account to another of the same asset. An amount of zero adds no line. */
  move(amount: bigint, from: AccountCode, to: AccountCode): EntryBuilder
  /** Holds an amount of an available or receivable account under a new hold id. */
  hold(holdId: string, amount: bigint, account: AccountCode): EntryBuilder
  /** Moves an amount from a hold to another account. `account` is the one it was held on. */
  capture(holdId: string, amount: bigint, account: AccountCode, to: AccountCode): EntryBuilder
  /** Returns an amount of a hold to the account it was held on. */
  release(holdId: string, amount: bigint, account: AccountCode): EntryBuilder
  line(line: Line): EntryBuilder
  /** Returns the entry; throws when it does not balance, because that is a bug in the code that built it. */
  done(): Entry
}

export function entry(head: EntryHead): EntryBuilder {
  const lines: Line[] = []
  const add = (account: AccountCode, amount: bigint, hold?: string): void => {
    if (amount !== 0n) lines.push(hold === undefined ? { account, amount } : { account, amount, hold })
  }
  const forward = (amount: bigint): bigint => {
    if (amount < 0n) throw new RangeError(`a move of ${amount}: swap the accounts instead`)
    return amount
  }
  const builder: EntryBuilder = {
    move(amount, from, to) {
      add(from, -forward(amount))
      add(to, amount)
      return builder
    },
    hold(holdId, amount, account) {
      add(account, -forward(amount))
      add(heldTwin(account), amount, holdId)
      return builder
    },
    capture(holdId, amount, account, to) {
      add(heldTwin(account), -forward(amount), holdId)
      add(to, amount)
      return builder
    },
    release(holdId, amount, account) {
      const held = heldTwin(account)
      add(held, -forward(amount), holdId)
      add(freeTwin(held), amount)
      return builder
    },
    line(line) {
      add(line.account, line.amount, line.hold)
      return builder
    },
    done() {
      const built = { ...head, lines }
      assertEntry(built)
      return built
    },
  }
  return builder
}

/** What fits a PostgreSQL bigint; a single amount stays far below it so that sums have room. */
export const LARGEST_AMOUNT = 1_000_000_000_000_000_000n

export function assertEntry({ event, key, lines }: Entry): void {
  const fail = (what: string): never => {
    throw new Error(`${event} (${key}): ${what}`)
  }
  if (lines.length < 2) fail('an entry has at least two lines')
  const sums = new Map<string, bigint>()
  for (const { account, amount } of lines) {
    const { asset } = partsOf(account)
    if (amount === 0n) fail(`a line of zero on ${account}`)
    if (amount > LARGEST_AMOUNT || amount < -LARGEST_AMOUNT) fail(`amount out of range on ${account}`)
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) fail(`${asset} is off by ${sum}`)
}
