export const ledgerRefusals = [
  /** An account would fall below its minimum: not enough money or shares. */
  'insufficient',
  /** An account would rise above its ceiling: more repaid than was owed. */
  'over-ceiling',
  'unknown-hold',
  /** Nothing remains of this hold: it was captured or released already. */
  'hold-closed',
  /** The hold has less than the requested amount. */
  'hold-exceeded',
  'hold-exists',
  /** The idempotency key was used before with other content. */
  'key-reused',
  /** A balance would not fit 64 bits. */
  'overflow',
  'unknown-entry',
  'already-reversed',
  /** An entry that opened, captured or released a hold is undone by new entries, not by reversal. */
  'touches-hold',
] as const
export type LedgerRefusal = (typeof ledgerRefusals)[number]

export interface Posted {
  readonly ok: true
  readonly entryId: string
  /** Never earlier than the last line of any bounded account the entry touches. */
  readonly postedAt: Date
  /** The key was used before with the same content: this is the first effect, nothing was posted now. */
  readonly replayed: boolean
}

export interface Refused {
  readonly ok: false
  readonly reason: LedgerRefusal
  /** The account or hold that refused, where there is one. */
  readonly on: string | null
}

export type PostOutcome = Posted | Refused

export interface OutcomeRow {
  readonly outcome: 'posted' | 'replayed' | LedgerRefusal
  readonly entry_id: string | null
  readonly posted_ms: string | null
  readonly refused_on: string | null
}

export function toOutcome(row: OutcomeRow): PostOutcome {
  if (row.outcome !== 'posted' && row.outcome !== 'replayed') {
    return { ok: false, reason: row.outcome, on: row.refused_on }
  }
  if (row.entry_id === null || row.posted_ms === null)
    throw new Error('the ledger reported a posting without an entry')
  return {
    ok: true,
    entryId: row.entry_id,
    postedAt: new Date(Number(row.posted_ms)),
    replayed: row.outcome === 'replayed',
  }
}
