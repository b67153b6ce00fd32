// An authenticator app. A code works once and none older than it, so this one counts the steps it has given away.

import { setTimeout as pause } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** This close to the next step, the server may already be in it when the code arrives. */
const CLOSE_MS = 4_000

export interface Codes {
  /** A code that was not given away before, and that the server takes now. */
  next(): Promise<string>
  /** The code of the last `next`. */
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
        // The server takes the step before, the present and the next one.
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
