// Whether PostgreSQL answers commits. With a synchronous standby away each commit hangs, and the session stays there
// even when its client is gone. One unanswered commit is therefore enough: further writes are refused at once, until a
// probe is answered. So members hear "busy" in milliseconds, reading goes on, and sessions do not pile up.

export interface CommitWatch {
  /** A commit was sent; the returned function says that it is no longer waited for. */
  sent(): () => void
  /** How long the oldest commit has been waited for; 0 without one. */
  waitingMs(): number
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
  const waiting = new Set<{ readonly since: number }>()
  return {
    sent() {
      const commit = { since: performance.now() }
      waiting.add(commit)
      return () => void waiting.delete(commit)
    },
    // A set keeps the order in which commits were sent.
    waitingMs() {
      for (const { since } of waiting) return performance.now() - since
      return 0
    },
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
