import { authRules } from '@fairlot/rules/auth'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30

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
