// The initial data of a database: the securities and closed days of the venue, everywhere; and demo members for a first
// look around, created through the usual use cases, never in production. A second run changes nothing that is correct.

import { assertRestored } from '@fairlot/process/durability'
import { Secret, TOTP } from 'otpauth'
import { authHandlers, openPasswordHasher, openSessionGate } from '#features/auth'
import { loadClosures } from '#features/calendar'
import { seedChannels } from '#features/deposits'
import { loadSecurities } from '#features/instruments'
import { seedSeats, setRestriction } from '#features/members'
import { seedLendingPool } from '#features/settlement'
import { agreementVersionInForce, publicInvitationCode, setInstallation } from '#features/site'
import { systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { type Db, openDb } from '#platform/db'
import type { Caller, RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import type { Outcome } from '#platform/outcome'
import { withRequestId } from '#platform/request-scope'
import { withOutside } from '#platform/outside'
import { authDeps } from '../features/auth/feature.ts'

// Thousands of postings on a machine that starts everything else at the same time; no member waits for it.
const seedPatience = 30

const demo = {
  plain: { account: '0912345678', password: 'fairlot-demo-1' },
  twoStep: { account: '0923456789', password: 'fairlot-demo-2' },
  restricted: { account: '0934567890', password: 'fairlot-demo-3' },
}

export async function seed(config: Config, say: (line: string) => void): Promise<void> {
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 4,
    applicationName: 'fairlot-seed',
    patience: Math.max(seedPatience, config.databasePatience),
  })
  try {
    await db.assertDirect()
    // It posts money: into a restored database whose numbers are wrong, the sums would be wrong too.
    await assertRestored(db)
    const requestId = newId()
    await withRequestId(requestId, async () => {
      await setInstallation(db, config.money)
      await seedMarket(db, say)
      if (config.money === 'practice') await seedPracticeSeats(db, say)
      if (config.mode !== 'production') await seedMembers(db, config, requestId, say)
    })
  } finally {
    await db.close()
  }
}

async function seedMarket(db: Db, say: (line: string) => void): Promise<void> {
  const [securities, closures] = await db.transaction(async (tx) => [
    await loadSecurities(tx),
    await loadClosures(tx),
  ])
  if (securities + closures > 0)
    say(`market                      ${securities} securities, ${closures} closed days`)
}

/** Only with paper money: a licensed venue has its own participants. */
async function seedPracticeSeats(db: Db, say: (line: string) => void): Promise<void> {
  const { seats, instruments } = await seedSeats(db, systemClock.now())
  if (instruments > 0)
    say(`practice market             ${seats} seats with inventory of ${instruments} securities`)
  const lent = await seedLendingPool(db, systemClock.now())
  if (lent > 0) say(`lending pool                ${lent} assets`)
  const channels = await seedChannels(db, systemClock.now())
  if (channels > 0) say(`deposit channels            ${channels}, simulated`)
}

async function seedMembers(
  db: Db,
  config: Config,
  requestId: string,
  say: (line: string) => void,
): Promise<void> {
  const { handlers, context, register, signIn } = await openAccounts(db, config, requestId)
  if (await register(demo.plain)) {
    say(`member                      account ${demo.plain.account}  password ${demo.plain.password}`)
  }

  const twoStep = await register(demo.twoStep)
  if (twoStep !== undefined) {
    const { account, password } = demo.twoStep
    const caller = await signIn(demo.twoStep)
    const begun = mustBe(await handlers.beginAuthenticator({ password }, { ...context(), caller }))
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({
      timestamp: systemClock.now().getTime(),
    })
    const confirmed = mustBe(await handlers.confirmAuthenticator({ code }, { ...context(), caller }))
    await handlers.signOut({}, { ...context(), caller })
    say(`member with two-step        account ${account}  password ${password}`)
    say(`                            authenticator secret ${begun.secret}`)
    say(`                            recovery codes ${confirmed.recoveryCodes.join(' ')}`)
  }

  const restricted = await register(demo.restricted)
  if (restricted !== undefined) {
    const { account, password } = demo.restricted
    const order = {
      memberId: restricted,
      kind: 'no-withdrawal',
      reason: 'identity-doubt',
      operators: ['op-101', 'op-102'],
      now: systemClock.now(),
      requestId,
    } as const
    mustBe(await db.transaction((tx) => setRestriction(tx, order)))
    say(`member, may not withdraw    account ${account}  password ${password}`)
  }
}

/** Registers and signs in as a member's browser would. */
async function openAccounts(db: Db, config: Config, requestId: string) {
  const clock = systemClock
  const handlers = authHandlers(authDeps({ config, db, clock, hasher: await openPasswordHasher(config) }))
  const context = (): RequestContext => ({
    requestId,
    now: clock.now(),
    bankNow: clock.now(),
    ip: '127.0.0.1',
    userAgent: 'fairlot-seed',
    deviceCookie: '',
    idempotencyKey: newId(),
    contentType: 'application/json',
    setCookie: () => undefined,
  })

  /** Returns undefined when the account already exists: a second seed changes nothing. */
  const register = async ({ account, password }: typeof demo.plain): Promise<string | undefined> => {
    const answer = await withOutside((outside) =>
      db.transaction(async (tx) =>
        handlers.registerMember(
          {
            account,
            password,
            confirmPassword: password,
            invitationCode: await publicInvitationCode(tx),
            agreementVersion: await agreementVersionInForce(tx, clock.now()),
          },
          { ...context(), tx, outside },
        ),
      ),
    )
    if (!answer.ok && answer.msg === 'account.exists') return undefined
    return mustBe(answer).memberId
  }

  const signIn = async (form: typeof demo.plain): Promise<Caller> => {
    let bind = ''
    const agreementVersion = await agreementVersionInForce(db, clock.now())
    const answer = mustBe(
      await handlers.signIn(
        { ...form, agreementVersion },
        { ...context(), setCookie: (name, value) => void (bind = name === 'bind' ? (value ?? '') : bind) },
      ),
    )
    if (answer.step !== 'signed-in') throw new Error('the new member was asked for a second factor')
    const admitted = await openSessionGate(db).authenticate({ token: answer.session.token, bind }, context())
    if (!admitted.ok) throw new Error(`the session of the new member was refused: ${admitted.msg}`)
    return admitted.caller
  }
  return { handlers, context, register, signIn }
}

function mustBe<Data>(outcome: Outcome<Data>): Data {
  if (!outcome.ok) throw new Error(`the seed was refused: ${outcome.msg}`)
  return outcome.data
}
