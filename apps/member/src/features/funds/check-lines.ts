// Adds the member's ledger lines up on the phone, in integers. The server's word is not taken for it: each line must
// follow the one before in its account, and all of them together must make the balance.

export interface Line {
  readonly lineId: string
  readonly account: string
  readonly amount: string
  readonly balanceAfter: string
}

export type Verdict =
  | { readonly state: 'adds-up'; readonly sum: bigint }
  /** Older lines are not loaded yet: what is here follows without a gap. */
  | { readonly state: 'so-far' }
  | { readonly state: 'mismatch'; readonly sum: bigint; readonly lineId: string | null }

/** `lines` newest first, as the server gives them; `complete` when there are no older ones. */
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
