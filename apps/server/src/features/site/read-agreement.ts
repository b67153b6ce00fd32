import type { Tx } from '#platform/db'
import { readAgreementInForce, readClauses, readPair } from './store.ts'

export async function readAgreement(tx: Tx, lang: 'tw' | 'en', now: Date) {
  const { version, effectiveOn } = await inForce(tx, now)
  return {
    version,
    effectiveOn,
    agreement: [...(await readClauses(tx, version, lang, 'agreement'))],
    privacy: [...(await readClauses(tx, version, lang, 'privacy'))],
  }
}

/** The version a member must have agreed to in order to sign in or register now. */
export async function agreementVersionInForce(tx: Tx, now: Date): Promise<string> {
  return (await inForce(tx, now)).version
}

async function inForce(tx: Tx, now: Date) {
  const agreement = await readAgreementInForce(tx, now)
  if (!agreement) throw new Error('no agreement is in force: the first one comes with the migrations')
  return agreement
}

/** The code anyone may register with; empty when the site is invite-only. */
export async function publicInvitationCode(tx: Tx): Promise<string> {
  return (await readPair(tx, 'invitation_code')) ?? ''
}
