// Whether PostgreSQL answers commits. With a synchronous standby away each commit hangs, and the session stays there
// even when its client is gone. One unanswered commit is therefore enough: further writes are refused at once, until a
// probe is answered. So members hear "busy" in milliseconds, reading goes on, and sessions do not pile up.

export interface CommitWatch {
  unanswered(): void
  /** A probe was committed. */
  answered(): void
  isStalled(): boolean
  /** Since the last committed probe, or since the start. */
  probedAgoMs(): number
}

export function watchCommits(limitMs: number): CommitWatch {
  let stalledAt: number | undefined
  let probedAt = performance.now()
  return {
    unanswered() {
      stalledAt = performance.now()
    },
    answered() {
      stalledAt = undefined
      probedAt = performance.now()
    },
    // A program without a heartbeat has no probe: it tries again after a while. A hanging probe renews the stall.
    isStalled: () => stalledAt !== undefined && performance.now() - stalledAt < 2 * limitMs,
    probedAgoMs: () => performance.now() - probedAt,
  }
}
