export interface OwnBalance {
  readonly asset: string
  readonly kind: string
  readonly due: string | null
  readonly amount: bigint
}

export interface Withdrawable {
  readonly withdrawable: bigint
  /** Mine, but not there before its settlement date. */
  readonly settling: readonly { readonly on: string; readonly amount: bigint }[]
  /** Owed on coming settlement dates, and interest not yet paid. A margin loan is secured by its shares. */
  readonly owed: bigint
}

/** Settled free cash less what is owed. Scores, promises and holdings play no part. */
export function withdrawableOf(balances: readonly OwnBalance[], currency: string): Withdrawable {
  const own = balances.filter(({ asset }) => asset === currency)
  const sum = (kinds: readonly string[]): bigint =>
    own.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n)
  const owed = -sum(['payable', 'interest'])
  const free = sum(['available']) - owed
  const settling = own
    .filter(({ kind, due, amount }) => kind === 'receivable' && due !== null && amount > 0n)
    .map(({ due, amount }) => ({ on: due!, amount }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
  return { withdrawable: free > 0n ? free : 0n, settling, owed }
}

const hourMs = 3_600_000

/** Until when withdrawals rest; null when they do not. */
export function restsUntil(
  { restUntil, deviceChangedAt }: { readonly restUntil: Date | null; readonly deviceChangedAt: Date | null },
  cooldownHours: number,
  now: Date,
): Date | null {
  const afterDevice = deviceChangedAt === null ? 0 : deviceChangedAt.getTime() + cooldownHours * hourMs
  const until = Math.max(restUntil?.getTime() ?? 0, afterDevice)
  return until > now.getTime() ? new Date(until) : null
}
