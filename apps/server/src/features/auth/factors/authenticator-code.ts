import { authRules } from '@fairlot/rules/auth'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { lockAuthenticator, updateLastStep } from './store.ts'

const periodSeconds = 30

export const seedPlace = (memberId: string): string => `app.authenticators|sealed_seed|${memberId}`

const totp = (seed: string, account = '', issuer = ''): TOTP =>
  new TOTP({
    issuer,
    label: account,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

/** 160 random bits in base 32, as RFC 4226 recommends. */
export const newSeed = (): string => new Secret({ size: 20 }).base32

export const enrolmentUri = (seed: string, account: string, issuer: string): string =>
  totp(seed, account, issuer).toString()

/** The time step of a code by the server's clock, one step either way; undefined when the code is wrong. */
export function stepOf(seed: string, code: string, now: Date): bigint | undefined {
  const plain = code.replace(/\s+/g, '')
  if (!/^[0-9]{6}$/.test(plain)) return undefined
  const timestamp = now.getTime()
  const delta = totp(seed).validate({ token: plain, timestamp, window: authRules.codeWindow.default })
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1_000 / periodSeconds) + delta)
}

/** Accepts a code of the member's authenticator. Each step is accepted once: a repeated code is wrong. */
export async function takeAuthenticatorCode(
  tx: Tx,
  secrets: Secrets,
  memberId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const authenticator = await lockAuthenticator(tx, memberId)
  if (!authenticator) return false
  const seed = secrets.open(seedPlace(memberId), authenticator.sealedSeed).toString()
  const step = stepOf(seed, code, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await updateLastStep(tx, memberId, step)
  return true
}
