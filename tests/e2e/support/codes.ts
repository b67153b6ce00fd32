// An authenticator app. A code works once and invalidates older ones, so this one tracks the steps already used.

import { setTimeout as pause } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** This close to the next step, the server may already be in it when the code arrives. */
const CLOSE_MS = 4_000

export interface Codes {
  /** A code that was not returned before and that the server accepts now. */
  next(): Promise<string>
  /** The code last returned by `next`. */
  last(): string
}

export function codesOf(secret: string): Codes {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let used = 0
  const codeOf = (step: number) => totp.generate({ timestamp: step * STEP_MS })
  return {
    async next() {
      for (;;) {
        const now = Date.now()
        const current = Math.floor(now / STEP_MS)
        const isClose = now % STEP_MS > STEP_MS - CLOSE_MS
        // The server accepts the previous, the current and the next step.
        const step = Math.max(used + 1, isClose ? current : current - 1)
        if (step <= current + 1) {
          used = step
          return codeOf(step)
        }
        await pause(STEP_MS - (now % STEP_MS))
      }
    },
    last: () => codeOf(used),
  }
}
