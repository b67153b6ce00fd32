// Whether PostgreSQL answers commits. With a synchronous standby away each commit hangs, and the session stays there
// even when its client is gone. One unanswered commit is therefore enough: further writes are refused at once, until a
// probe is answered. So members hear "busy" in milliseconds, reading goes on, and sessions do not pile up. Before that,
// while the oldest commit has waited for long, no further one is sent: it would wait as well.

export interface CommitWatch {
  /** A commit was sent; the returned function says that it is no longer waited for. */
  sent(): () => void
  /** How long the oldest commit has been waited for; 0 without one. */
  waitingMs(): number
  unanswered(): void
  /** A probe was committed. */
  answered(): void
  /** A commit was not answered within its limit. */
  isStalled(): boolean
  /** Stalled, or the oldest commit has waited for so long that another would wait too. */
  isDoubtful(): boolean
  /** Since the last committed probe, or since the start. */
  probedAgoMs(): number
}

/**
 * In this share of its limit a commit should be answered. It must be shorter than `lock_timeout`: a transaction that
 * gives up waiting for the lock of a hanging one leaves its place to the next, which must not commit then.
 */
const doubtShare = 1 / 5

export function watchCommits(limitMs: number): CommitWatch {
  let stalledAt: number | undefined
  let probedAt = performance.now()
  const waiting = new Set<{ readonly since: number }>()
  // A set keeps the order in which commits were sent.
  const waitingMs = (): number => {
    for (const { since } of waiting) return performance.now() - since
    return 0
  }
  // A program without a heartbeat has no probe: it tries again after a while. A hanging probe renews the stall.
  const isStalled = (): boolean => stalledAt !== undefined && performance.now() - stalledAt < 2 * limitMs
  return {
    sent() {
      const commit = { since: performance.now() }
      waiting.add(commit)
      return () => void waiting.delete(commit)
    },
    waitingMs,
    unanswered() {
      stalledAt = performance.now()
    },
    answered() {
      stalledAt = undefined
      probedAt = performance.now()
    },
    isStalled,
    isDoubtful: () => isStalled() || waitingMs() > limitMs * doubtShare,
    probedAgoMs: () => performance.now() - probedAt,
  }
}
