import { hourMs } from '../calendar/taipei.ts'

export interface OwnBalance {
  readonly asset: string
  readonly kind: string
  readonly due: string | null
  readonly amount: bigint
}

export interface Withdrawable {
  readonly withdrawable: bigint
  /** The member's money that is not available before its settlement date. */
  readonly settling: readonly { readonly on: string; readonly amount: bigint }[]
  /** Owed on coming settlement dates, and unpaid interest. A margin loan is secured by its shares. */
  readonly owed: bigint
  /** The amount an open margin call still requires: it stays in the account until the call has ended. NT$ only. */
  readonly called: bigint
}

/** The currency of margin loans and margin calls. */
const marginCurrency = 'TWD'

/**
 * Settled available cash less what is owed and less what an open margin call requires. Scores, promises and positions
 * do not count.
 */
export function withdrawableOf(
  balances: readonly OwnBalance[],
  currency: string,
  callAsks: bigint,
): Withdrawable {
  const own = balances.filter(({ asset }) => asset === currency)
  const sum = (kinds: readonly string[]): bigint =>
    own.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n)
  const owed = -sum(['payable', 'interest'])
  const called = currency === marginCurrency ? callAsks : 0n
  const free = sum(['available']) - owed - called
  const settling = own
    .filter(({ kind, due, amount }) => kind === 'receivable' && due !== null && amount > 0n)
    .map(({ due, amount }) => ({ on: due!, amount }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
  return { withdrawable: free > 0n ? free : 0n, settling, owed, called }
}

/** End of the withdrawal cool-down; null when there is none. */
export function coolDownEndsAt(
  {
    coolDownUntil,
    deviceChangedAt,
  }: { readonly coolDownUntil: Date | null; readonly deviceChangedAt: Date | null },
  cooldownHours: number,
  now: Date,
): Date | null {
  const afterDevice = deviceChangedAt === null ? 0 : deviceChangedAt.getTime() + cooldownHours * hourMs
  const until = Math.max(coolDownUntil?.getTime() ?? 0, afterDevice)
  return until > now.getTime() ? new Date(until) : null
}
