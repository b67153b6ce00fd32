// node main.ts seed-operators: five demo operators, enrolled through the usual use cases, for a first look around and
// for the end-to-end tests. seed-operators first-day: the two whom the program of the first day plays. Never in
// production.

import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '@fairlot/contract/operators'
import { readAddress } from '@fairlot/process/config'
import { Secret, TOTP } from 'otpauth'
import { openPasswordHasher } from '#features/auth'
import { addFirstOperator, hasherOptions, operatorsConsoleHandlers } from '#features/operators'
import type { Bus } from '#platform/bus'
import { systemClock } from '#platform/clock'
import { type Config, WrongConfig } from '#platform/config'
import { openDb } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import type { ConsoleOutcome } from '#platform/outcome'
import { withRequestId } from '#platform/request-scope'

interface DemoOperator {
  readonly login: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly password: string
}

/** Five people with separate roles. The auditor approves nothing. */
const demo: readonly DemoOperator[] = [
  { login: 'wei.chen', name: '陳偉', roles: ['admin', 'market'], password: 'lantern harbour 27' },
  { login: 'mei.lin', name: '林美', roles: ['admin', 'approver'], password: 'orchard signal 84' },
  { login: 'ning.chen', name: '陳又寧', roles: ['approver', 'support'], password: 'copper meadow 53' },
  { login: 'yi.zhou', name: '周宜庭', roles: ['approver'], password: 'velvet thunder 61' },
  { login: 'shu.wu', name: '吳書瑋', roles: ['auditor'], password: 'granite lagoon 39' },
]

/**
 * A program plays them and reads their passwords from a file. The logins differ each time: after an interrupted start, whose
 * file is missing, there are two new ones.
 */
const firstDay = (suffix = randomBytes(3).toString('hex')): readonly DemoOperator[] => [
  {
    login: `first-day.one-${suffix}`,
    name: '示範一',
    roles: ['market', 'approver', 'support'],
    password: randomBytes(18).toString('base64url'),
  },
  {
    login: `first-day.two-${suffix}`,
    name: '示範二',
    roles: ['approver'],
    password: randomBytes(18).toString('base64url'),
  },
]

export async function seedOperators(
  config: Config,
  say: (line: string) => void,
  isFirstDay = false,
): Promise<void> {
  if (config.mode === 'production') {
    throw new WrongConfig([{ variable: 'seed-operators', problem: 'is not for production: add-operator' }])
  }
  if (isFirstDay && config.money === 'real') {
    throw new WrongConfig([{ variable: 'FAIRLOT_MONEY', problem: 'is real: the first day is simulated' }])
  }
  const url = readAddress(process.env, 'DATABASE_OWNER_URL')
  const db = openDb({ url, poolSize: 2, applicationName: 'fairlot-seed-operators' })
  const silent: Bus = {
    publish: () => undefined,
    publishSealed: () => undefined,
    subscribe: () => () => undefined,
    isConnected: () => false,
    awayMs: () => 0,
    connectedMs: () => 0,
    close: () => Promise.resolve(),
  }
  const handlers = operatorsConsoleHandlers({
    db,
    bus: silent,
    secrets: config.secrets,
    hasher: await openPasswordHasher(config, hasherOptions),
    kinds: [],
    personal: [],
    namespace: config.natsNamespace,
    // No passkeys are created here.
    relyingParty: { id: 'localhost', name: 'Fairlot', origins: [] },
    pushOrigins: [],
  })
  const requestId = newId()
  const context = (): RequestContext => ({
    requestId,
    now: systemClock.now(),
    bankNow: systemClock.now(),
    ip: '127.0.0.1',
    userAgent: 'fairlot-seed',
    deviceCookie: '',
    idempotencyKey: undefined,
    contentType: 'application/json',
    setCookie: () => undefined,
  })
  try {
    await withRequestId(requestId, async () => {
      for (const { login, name, roles, password } of isFirstDay ? firstDay() : demo) {
        const added = await addFirstOperator(db, { login, name, roles }, systemClock.now(), requestId, {
          beside: 'two-admins',
        })
        if (!added.ok) continue
        const { enrolmentCode } = added
        const begun = mustBe(
          await handlers.beginEnrolment(
            { login, enrolmentCode, password, confirmPassword: password },
            context(),
          ),
        )
        const secret = Secret.fromBase32(begun.secret)
        const code = new TOTP({ secret }).generate({ timestamp: systemClock.now().getTime() })
        mustBe(await handlers.finishEnrolment({ challengeId: begun.challengeId, code }, context()))
        say(`operator                    login ${login}  password ${password}`)
        say(`                            authenticator secret ${begun.secret}`)
        say(`                            voting key code ${enrolmentCode}`)
      }
    })
  } finally {
    await db.close()
  }
}

function mustBe<Data>(outcome: ConsoleOutcome<Data>): Data {
  if (!outcome.ok) throw new Error(`the seed was refused: ${outcome.msg}`)
  return outcome.data
}
