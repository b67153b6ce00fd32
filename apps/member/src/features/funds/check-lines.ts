// Adds up the member's ledger lines on the phone, in integers, without trusting the server: each line must continue the
// one before in its account, and together they must give the balance.

export interface Line {
  readonly lineId: string
  readonly account: string
  readonly amount: string
  readonly balanceAfter: string
}

export type Verdict =
  | { readonly state: 'adds-up'; readonly sum: bigint }
  /** Older lines are not loaded yet: the loaded ones continue without a gap. */
  | { readonly state: 'so-far' }
  | { readonly state: 'mismatch'; readonly sum: bigint; readonly lineId: string | null }

/** `lines` newest first, as the server sends them; `complete` when there are no older ones. */
export const checkLines = (lines: readonly Line[], balance: string, complete: boolean): Verdict => {
  const sum = lines.reduce((total, line) => total + BigInt(line.amount), 0n)
  const running = new Map<string, bigint>()
  for (const line of lines.toReversed()) {
    const before = running.get(line.account) ?? (complete ? 0n : undefined)
    const after = BigInt(line.balanceAfter)
    if (before !== undefined && before + BigInt(line.amount) !== after)
      return { state: 'mismatch', sum, lineId: line.lineId }
    running.set(line.account, after)
  }
  if (!complete) return { state: 'so-far' }
  return sum === BigInt(balance) ? { state: 'adds-up', sum } : { state: 'mismatch', sum, lineId: null }
}
