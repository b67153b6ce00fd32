import type { FactorKind } from '@fairlot/contract/auth'
import { checkAccount, lives } from '@fairlot/rules/auth'
import { findMemberId } from '#features/members'
import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { refuseWithoutAgreement } from '../agreement.ts'
import { beginChallenge } from '../challenges/begin-challenge.ts'
import type { AuthDeps } from '../deps.ts'
import { factorsOf } from '../factors/factors-of.ts'
import { findDevice } from '../sessions/find-device.ts'
import { logSignIn } from '../sessions/log-sign-in.ts'
import { openSession, type OpenedSession } from '../sessions/open-session.ts'
import { refuseIfBlocked } from '../sessions/refuse-if-blocked.ts'
import { lockedRefusal } from './confirm-password.ts'
import { readCredential, replaceHash } from './store.ts'
import { claimTry, returnTry, unknownDevice, type TriesKey } from './tries.ts'

export interface Credentials {
  readonly account: string
  readonly password: string
  readonly agreementVersion: string
}

export type SignInResult =
  | { readonly step: 'signed-in'; readonly session: OpenedSession['session'] }
  | SecondFactorStep

interface SecondFactorStep {
  readonly step: 'second-factor'
  readonly challengeId: string
  readonly methods: FactorKind[]
  readonly expiresAt: string
}

type Proved = SecondFactorStep | { readonly step: 'signed-in'; readonly opened: OpenedSession }

/**
 * Refuses with the agreement, auth.locked, account.wrong-credentials, and, only once the password is right, with the
 * restriction; with two-step verification the second factor comes first. An account that does not exist is counted,
 * hashed and logged like one that does, so that neither the answer nor its duration reveals the difference.
 */
export async function signIn(
  deps: AuthDeps,
  { account, password, agreementVersion }: Credentials,
  context: RequestContext,
): Promise<Outcome<SignInResult>> {
  const { db, hasher, secrets } = deps
  const { now } = context
  if (account === '') return refuse('input.required', { field: 'account' })
  if (password === '') return refuse('input.required', { field: 'password' })
  const disagreed = await refuseWithoutAgreement(db, deps.site, agreementVersion)
  if (disagreed) return disagreed
  // No account has this format, which is public knowledge: no work is done, no row is written.
  if (checkAccount(account, 0)) return refuse('account.wrong-credentials')

  const memberId = await findMemberId(db, account)
  const deviceId = await findDevice(db, memberId, context.deviceCookie, now)
  const stored = await readCredential(db, memberId ?? unknownDevice)
  const key: TriesKey = { account, kind: 'password', deviceId }
  const claim = await claimTry(db, key, now)
  if (!claim.allowed) {
    if (claim.isFirst) await logSignIn(db, memberId, 'locked', context)
    return lockedRefusal(claim, now)
  }

  const isRight = await hasher.check(stored, password)
  if (isRight === undefined) {
    await returnTry(db, key, now)
    return refuse('system.busy')
  }
  if (!isRight || memberId === undefined || stored === undefined) {
    await logSignIn(db, memberId, 'wrong-password', context)
    return refuse('account.wrong-credentials')
  }

  const renewed = hasher.isOutdated(stored) ? await hasher.make(password) : undefined
  const answer = await db.transaction(async (tx): Promise<Outcome<Proved>> => {
    if (renewed) await replaceHash(tx, memberId, stored, renewed)
    const methods = await factorsOf(tx, memberId)
    if (methods.length > 0) {
      const challenge = await beginChallenge(tx, {
        kind: 'second-factor',
        memberId,
        account,
        deviceId,
        facts: { agreementVersion },
        lifeMs: lives.secondFactorMs,
        now,
      })
      return done({ step: 'second-factor', ...challenge, methods })
    }
    const proof = { memberId, account, settles: ['password'], triedOn: deviceId } as const
    const blocked = await refuseIfBlocked(tx, secrets, proof, context)
    if (blocked) return blocked
    const wanted = { ...proof, agreementVersion, way: 'password' } as const
    return done({ step: 'signed-in', opened: await openSession(tx, secrets, wanted, context) })
  })
  if (!answer.ok) return answer
  if (answer.data.step === 'second-factor') return done(answer.data)
  answer.data.opened.sendCookies()
  return done({ step: 'signed-in', session: answer.data.opened.session }, 'done.login')
}
