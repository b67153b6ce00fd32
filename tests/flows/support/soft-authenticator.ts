import { Secret, TOTP } from 'otpauth'
import type { MemberApi } from './member-api.ts'
import type { Browser } from './browser.ts'
import { goodPassword } from './member-api.ts'

/** The code an authenticator app shows at this time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

export interface TwoStep {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** A code of a step not used before: moves the clock on by one step. */
  freshCode(): string
}

/** Enables two-step verification for a signed-in browser. */
export async function turnTwoStepOn(api: MemberApi, client: Browser): Promise<TwoStep> {
  const begun = await client.ask('/auth/beginAuthenticator', { password: goodPassword })
  const { secret } = begun.body.data
  const confirmed = await client.ask('/auth/confirmAuthenticator', { code: codeAt(secret, api.clock.now()) })
  if (confirmed.body.status !== 1) throw new Error(JSON.stringify(confirmed.body))
  return {
    secret,
    recoveryCodes: confirmed.body.data.recoveryCodes,
    freshCode() {
      api.clock.advance(30_000)
      return codeAt(secret, api.clock.now())
    },
  }
}
