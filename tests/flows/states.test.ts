// The states of members' requests, one table of transitions each in packages/rules: every pair of states is tried on a
// real row with the rights of each application role. Listed transitions succeed; the database refuses all others for
// every role. Then the same at the API: no call or vote moves a request out of an end state.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoveryStates } from '../../packages/contract/src/auth/index.ts'
import { bankAccountStates } from '../../packages/contract/src/bank-accounts/index.ts'
import { depositStates } from '../../packages/contract/src/deposits/index.ts'
import { memberEvent } from '../../packages/contract/src/live/index.ts'
import { verificationStates } from '../../packages/contract/src/members/index.ts'
import { reviewStates } from '../../packages/contract/src/operators/index.ts'
import { payoutStages, withdrawalStates } from '../../packages/contract/src/withdrawals/index.ts'
import { recoveryTransitions } from '../../packages/rules/src/auth/index.ts'
import { bankAccountTransitions } from '../../packages/rules/src/bank-accounts/index.ts'
import {
  applicationBegins,
  applicationStates,
  applicationTransitions,
} from '../../packages/rules/src/day-trading/index.ts'
import { depositTransitions } from '../../packages/rules/src/deposits/index.ts'
import { identityTransitions } from '../../packages/rules/src/identity/index.ts'
import { reviewTransitions } from '../../packages/rules/src/operators/index.ts'
import { stateMachines } from '../../packages/rules/src/state-machines.ts'
import { payoutTransitions, withdrawalTransitions } from '../../packages/rules/src/withdrawals/index.ts'
import { statesSql } from '../../scripts/states-sql.ts'
import { cardForm, type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
let member: TestMember
let owner: pg.Client
let base: Readonly<Record<string, string>>

beforeAll(async () => {
  harness = await openFundHarness()
  ;({ owner } = harness)
  member = await harness.api.member()
  const { rows } = await owner.query<{ id: string }>(`SELECT id FROM app.operators LIMIT 1`)
  await owner.query('SELECT app.seed_practice_channels(now())')
  base = {
    memberId: member.memberId,
    operatorId: rows[0]!.id,
    channelId: '01980000-0000-7000-8000-0000000000c1',
  }
})
afterAll(() => harness.stop())

interface Machine {
  readonly name: string
  readonly states: readonly string[]
  readonly transitions: readonly (readonly [string, string])[]
  /** The states a row may start in. */
  readonly begins: readonly string[]
  readonly table: string
  /** The columns that belong to a state, so that only the transition itself can be refused. */
  columns(state: string): Readonly<Record<string, string>>
  /** Rows that must exist beside it. */
  readonly beside?: readonly string[]
}

const now = 'now()'
const text = (value: string): string => `'${value}'`
const decided = (state: string): string => (state === 'pending' ? 'NULL' : now)
const passedOnly = (state: string, value: string): string => (state === 'passed' ? value : 'NULL')
const rejectedOnly = (state: string, value: string): string => (state === 'rejected' ? value : 'NULL')

const card = text('00000000-0000-4000-8000-0000000000b1')
const batch = text('00000000-0000-4000-8000-0000000000b2')
const cardRow = `INSERT INTO app.bank_accounts (id, member_id, currency, bank_code, bank_name, branch, branch_code, sealed,
  holder_masked, is_own_name, ending, state, added_at, decided_at, usable_from)
  VALUES (${card}, :memberId, 'TWD', '812', 'x', 'x', '1', '\\x00', 'x', true, '8842', 'verified', now(), now(), now() - interval '1 day')`
const batchRow = `INSERT INTO app.payout_batches (id, bank_day, currency, payouts, total, file, sha256, review_id, sent_at)
  VALUES (${batch}, now(), 'TWD', 1, 1, 'x', 'x', gen_random_uuid(), now())`

const withdrawal = (state: string, stage: string): Readonly<Record<string, string>> => ({
  member_id: ':memberId',
  bank_account_id: card,
  currency: text('TWD'),
  amount: '500000',
  fee: '0',
  hold_id: 'gen_random_uuid()',
  withdrawable: '500000',
  state: text(state),
  stage,
  rejection_reason: rejectedOnly(state, text('expired')),
  reference: text('W'),
  batch_id: /sent|paid|returned/.test(stage) ? batch : 'NULL',
  sent_at: now,
  promised_at: now,
  decided_at: decided(state),
  entry_id: state === 'pending' ? 'NULL' : 'gen_random_uuid()',
  steps: text('[]'),
})

const machines: readonly Machine[] = [
  {
    name: 'bank account',
    states: bankAccountStates,
    transitions: bankAccountTransitions,
    begins: ['pending'],
    table: 'app.bank_accounts',
    columns: (state) => ({
      member_id: ':memberId',
      currency: text('TWD'),
      bank_code: text('812'),
      bank_name: text('x'),
      branch: text('x'),
      branch_code: text('1'),
      sealed: `'\\x00'`,
      holder_masked: text('x'),
      is_own_name: 'true',
      ending: text('8842'),
      state: text(state),
      rejection_reason: rejectedOnly(state, text('name-differs')),
      added_at: now,
      decided_at: now,
      usable_from: now,
    }),
  },
  {
    name: 'deposit',
    states: depositStates,
    transitions: depositTransitions,
    begins: ['pending'],
    table: 'app.deposits',
    columns: (state) => ({
      member_id: ':memberId',
      channel_id: ':channelId',
      currency: text('TWD'),
      amount: '500000',
      fee: '0',
      booked: passedOnly(state, '500000'),
      state: text(state),
      rejection_reason: rejectedOnly(state, text('expired')),
      reference: text('x'),
      sent_at: now,
      promised_at: now,
      decided_at: decided(state),
      entry_id: passedOnly(state, 'gen_random_uuid()'),
      steps: text('[]'),
    }),
  },
  {
    name: 'withdrawal',
    states: withdrawalStates,
    transitions: withdrawalTransitions,
    begins: ['pending'],
    table: 'app.withdrawals',
    columns: (state) => withdrawal(state, passedOnly(state, text('queued'))),
    beside: [cardRow],
  },
  {
    name: 'payout',
    states: payoutStages,
    transitions: payoutTransitions,
    begins: [],
    table: 'app.withdrawals',
    columns: (stage) => withdrawal('passed', text(stage)),
    beside: [cardRow, batchRow],
  },
  {
    name: 'application for day trading',
    states: applicationStates,
    transitions: applicationTransitions,
    begins: applicationBegins,
    table: 'app.day_trading_applications',
    columns: (state) => ({
      member_id: ':memberId',
      statement: text('read'),
      state: text(state),
      applied_at: now,
      decided_at: decided(state),
      decided_by: decided(state) === 'NULL' ? 'NULL' : text('one two'),
    }),
  },
  {
    name: 'recovery',
    states: recoveryStates,
    transitions: recoveryTransitions,
    begins: ['pending'],
    table: 'app.recovery_requests',
    columns: (state) => ({
      reference: text('RV-X'),
      member_id: ':memberId',
      contact: text('x'),
      statement: text('x'),
      state: text(state),
      created_at: now,
      decided_at: decided(state),
      decided_by_first: state === 'pending' ? 'NULL' : text('one'),
      decided_by_second: state === 'pending' ? 'NULL' : text('two'),
    }),
  },
  {
    name: 'review',
    states: reviewStates,
    transitions: reviewTransitions,
    // Only app.open_review creates one: no role may insert.
    begins: [],
    table: 'app.reviews',
    columns: (state) => ({
      number: text('D1115-000001'),
      kind: text('deposit'),
      subject: text('x'),
      payload: text('{}'),
      payload_hash: `encode(sha256(convert_to('{}', 'UTF8')), 'hex')`,
      opened_at: `'2026-11-15'`,
      promised_at: `'2026-11-15'`,
      expires_at: `'2026-11-15'`,
      reason: text(''),
      state: text(state),
      decision: /decided|closed/.test(state) ? text('approve') : 'NULL',
      decided_at: /decided|closed/.test(state) ? now : 'NULL',
      outcome: state === 'closed' ? text('passed') : 'NULL',
      closed_at: state === 'closed' ? now : 'NULL',
    }),
  },
  {
    name: 'identity',
    states: verificationStates.filter((state) => state !== 'unverified'),
    transitions: identityTransitions.filter(([from]) => from !== 'unverified'),
    begins: ['under-review'],
    table: 'app.identities',
    columns: (state) => ({
      member_id: ':memberId',
      state: text(state),
      document: text('passport'),
      name: `'\\x00'`,
      number: `'\\x00'`,
      birth_date: `'\\x00'`,
      name_masked: text('x'),
      number_masked: text('x'),
      front: text('00000000-0000-4000-8000-0000000000f1'),
      sent_at: now,
      reason: rejectedOnly(state, text('expired')),
      decided_at: state === 'under-review' ? 'NULL' : now,
    }),
    beside: [
      `INSERT INTO app.files (id, member_id, key_id, purpose, type, bytes, width, height, taken_at)
         VALUES ('00000000-0000-4000-8000-0000000000f1', :memberId, gen_random_uuid(), 'identity-front', 'image/webp', 1, 1, 1, now())`,
      `INSERT INTO directory.persons (key_id, number_index, member_id) VALUES ('k1', sha256('x'), :memberId)`,
    ],
  },
]

/** Fills the ids of this run's rows into a statement. */
const filled = (sql: string): string =>
  sql.replaceAll(/:(\w+)/g, (_all, name: string) => text(base[name] ?? name))
const idOf = '00000000-0000-4000-8000-000000000001'
const key = (table: string): string => (table === 'app.identities' ? 'member_id' : 'id')
const keyValue = (table: string): string => (table === 'app.identities' ? ':memberId' : text(idOf))

const insertOf = (machine: Machine, state: string): string => {
  const columns = { [key(machine.table)]: keyValue(machine.table), ...machine.columns(state) }
  return filled(
    `INSERT INTO ${machine.table} (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`,
  )
}

type Verdict = 'done' | 'refused' | 'no right'
const roles = ['fairlot_api', 'fairlot_worker', 'fairlot_console'] as const

/**
 * In a transaction that is rolled back: the rows beside it, the row in any state, then the step with a role's rights.
 */
async function attempt(
  machine: Machine,
  role: string,
  from: string | undefined,
  step: string,
): Promise<Verdict> {
  await owner.query('BEGIN')
  try {
    await owner.query('SET LOCAL session_replication_role = replica')
    for (const sql of machine.beside ?? []) await owner.query(filled(sql))
    if (from !== undefined) await owner.query(insertOf(machine, from))
    await owner.query('SET LOCAL session_replication_role = origin')
    if (role !== 'owner') await owner.query(`SET LOCAL ROLE ${role}`)
    await owner.query(step)
    return 'done'
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (code === '42501' && message.startsWith('permission denied')) return 'no right'
    // A trigger or a check of the table refused it; any other error is a fault of this test.
    if (code === '23514') return 'refused'
    throw error
  } finally {
    await owner.query('ROLLBACK')
  }
}

/** Updates only what the role may write: the columns that differ, never the immutable ones. */
function updateOf(machine: Machine, from: string, to: string): string {
  const [before, after] = [machine.columns(from), machine.columns(to)]
  const set = Object.entries(after)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => `${name} = ${value}`)
  return filled(
    `UPDATE ${machine.table} SET ${set.join(', ')} WHERE ${key(machine.table)} = ${keyValue(machine.table)}`,
  )
}

describe.each(machines)('$name', (machine) => {
  const pairs = machine.states.flatMap((from) =>
    machine.states.flatMap((to) => (from === to ? [] : [[from, to] as const])),
  )
  const isLegal = (from: string, to: string): boolean =>
    machine.transitions.some(([before, after]) => before === from && after === to)

  test('only the listed transitions succeed, for every role', async () => {
    const wrong: string[] = []
    for (const [from, to] of pairs) {
      const step = updateOf(machine, from, to)
      const attemptStep =
        machine.table === 'app.identities' && isLegal(from, to) && from === 'rejected'
          ? step.replace(' WHERE ', ', attempt = attempt + 1 WHERE ')
          : step
      // Reviews are written only by their functions, which run with the owner's rights.
      const verdicts: Verdict[] = []
      for (const role of roles) verdicts.push(await attempt(machine, role, from, attemptStep))
      const asOwner = await attempt(machine, 'owner', from, attemptStep)
      if (asOwner !== (isLegal(from, to) ? 'done' : 'refused'))
        wrong.push(`${from} to ${to} as the owner: ${asOwner}`)
      if (machine.name === 'review') {
        if (verdicts.some((verdict) => verdict !== 'no right'))
          wrong.push(`${from} to ${to}: ${verdicts.join(', ')}`)
      } else if (isLegal(from, to)) {
        if (!verdicts.includes('done')) wrong.push(`${from} to ${to}: no role may (${verdicts.join(', ')})`)
      } else if (verdicts.includes('done')) wrong.push(`${from} to ${to}: ${verdicts.join(', ')}`)
      if (verdicts[2] !== 'no right') wrong.push(`${from} to ${to}: the console may write it`)
    }
    expect(wrong).toEqual([])
  })

  test('a row starts only in a permitted state', async () => {
    const [began, byRole]: [string[], string[]] = [[], []]
    for (const state of machine.states) {
      const step = insertOf(machine, state)
      if ((await attempt(machine, 'owner', undefined, step)) === 'done') began.push(state)
      for (const role of roles)
        if ((await attempt(machine, role, undefined, step)) === 'done') byRole.push(state)
    }
    // A role that may not write the state inserts with its default; reviews are created only by their function.
    if (machine.name !== 'review') expect(began).toEqual(machine.begins)
    expect(machine.begins).toEqual(expect.arrayContaining(byRole))
  })
})

test('the database has exactly the transitions of the rules', async () => {
  const { rows } = await owner.query<{ machine: string; from: string | null; to: string }>(
    'SELECT machine, from_state AS "from", to_state AS "to" FROM app.state_steps',
  )
  const known = stateMachines.flatMap(({ name, starts = [], transitions }) => [
    ...starts.map((state) => `${name}: starts ${state}`),
    ...transitions.map(([from, to]) => `${name}: ${from} to ${to}`),
  ])
  expect(
    rows
      .map(({ machine, from, to }) => `${machine}: ${from === null ? `starts ${to}` : `${from} to ${to}`}`)
      .toSorted(),
  ).toEqual(known.toSorted())
})

test('every state machine has a trigger', async () => {
  const { rows } = await owner.query<{ machine: string }>(
    `SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) AS machine FROM pg_trigger
     WHERE tgfoid = 'app.check_transition'::regproc`,
  )
  expect(rows.map(({ machine }) => machine).toSorted()).toEqual(
    stateMachines.map(({ name }) => name).toSorted(),
  )
})

describe('at the API', () => {
  const must = async (who: TestMember, path: string, body: object): Promise<any> => {
    const reply = await who.client.call(path, body, { key: true })
    if (reply.http !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const msg = async (who: TestMember, path: string, body: object) =>
    (await who.client.call(path, body, { key: true })).body.msg
  const votes = async (kind: string, subject: string) => {
    const found: (string | null)[] = []
    for (const decision of ['approve', 'reject'] as const)
      found.push(await harness.vote(harness.operators[0], kind, subject, decision, 'no'))
    return found
  }
  const closed = ['review.not-open', 'review.not-open']

  test('no call or vote moves a finished deposit', async () => {
    const who = await harness.member()
    const send = async (): Promise<string> =>
      (
        await must(who, '/deposits/create', {
          channelId: base['channelId'],
          amount: '500000',
          receipt: await harness.receipt(who),
        })
      ).deposit.depositId
    const state = async (depositId: string) =>
      (await must(who, '/deposits/read', { depositId })).deposit.state
    const passed = await send()
    expect(await state(passed)).toBe('pending')
    await harness.approve('deposit', passed)
    const rejected = await send()
    await harness.reject('deposit', rejected, { reason: 'not-received', note: 'no' })
    const back = await send()
    await must(who, '/deposits/cancel', { depositId: back })
    for (const [depositId, end] of [
      [passed, 'passed'],
      [rejected, 'rejected'],
      [back, 'rejected'],
    ] as const) {
      expect(await state(depositId)).toBe(end)
      expect(await msg(who, '/deposits/cancel', { depositId })).toBe('order.not-review')
      expect(await votes('deposit', depositId)).toEqual(closed)
      await harness.execute()
      expect(await state(depositId)).toBe(end)
    }
  })

  test('no call or vote moves a finished withdrawal or bank account', async () => {
    const who = await harness.member()
    const bankAccountId = await harness.card(who)
    const accounts = async () => (await must(who, '/bank-accounts/list', {})).bankAccounts as any[]
    expect(await votes('bank-account', bankAccountId)).toEqual(closed)

    const ask = async (): Promise<string> => {
      const withdrawalId = randomUUID()
      await must(who, '/withdrawals/create', { withdrawalId, bankAccountId, amount: '100000', fundPassword })
      return withdrawalId
    }
    const state = async (withdrawalId: string) =>
      (await must(who, '/withdrawals/read', { withdrawalId })).withdrawal.state
    const passed = await ask()
    await harness.approve('withdrawal', passed)
    const rejected = await ask()
    await harness.reject('withdrawal', rejected, { reason: 'account-refused', note: 'no' })
    const back = await ask()
    await must(who, '/withdrawals/cancel', { withdrawalId: back })
    for (const [withdrawalId, end] of [
      [passed, 'passed'],
      [rejected, 'rejected'],
      [back, 'rejected'],
    ] as const) {
      expect(await state(withdrawalId)).toBe(end)
      expect(await msg(who, '/withdrawals/cancel', { withdrawalId })).toBe('order.not-review')
      expect(await votes('withdrawal', withdrawalId)).toEqual(closed)
      await harness.execute()
      expect(await state(withdrawalId)).toBe(end)
    }

    const second = (await must(who, '/bank-accounts/add', cardForm())).bankAccount.bankAccountId as string
    expect(await msg(who, '/bank-accounts/setDefault', { bankAccountId: second })).toBe('card.not-found')
    await harness.reject('bank-account', second, { reason: 'name-differs', note: 'no' })
    expect((await accounts()).find((one) => one.bankAccountId === second).state).toBe('rejected')
    expect(await votes('bank-account', second)).toEqual(closed)
    await must(who, '/bank-accounts/remove', { bankAccountId: second })
    for (const path of ['/bank-accounts/remove', '/bank-accounts/setDefault'])
      expect(await msg(who, path, { bankAccountId: second })).toBe('card.not-found')
  })
})

describe('member events', () => {
  const write = async (role: string, kind: string): Promise<string> => {
    await owner.query('BEGIN')
    try {
      await owner.query(`SET LOCAL ROLE ${role}`)
      await owner.query(`INSERT INTO app.member_events VALUES ($1, 1000000, $2, '{}', now())`, [
        member.memberId,
        kind,
      ])
      return 'done'
    } catch (error) {
      return (error as pg.DatabaseError).constraint ?? String(error)
    } finally {
      await owner.query('ROLLBACK')
    }
  }

  test('the database refuses a member event of an unknown kind', async () => {
    const kinds = memberEvent.def.options.map(({ shape }) => shape.kind.def.values[0]!)
    for (const role of ['fairlot_api', 'fairlot_worker']) {
      for (const kind of kinds) expect([kind, await write(role, kind)]).toEqual([kind, 'done'])
      for (const kind of ['balance.changed', '', 'order.changed '])
        expect([kind, await write(role, kind)]).toEqual([kind, 'member_events_kind'])
    }
  })

  test('migrate replaces the list of kinds only when it has changed', async () => {
    const constraint = async () =>
      (await owner.query(`SELECT oid FROM pg_constraint WHERE conname = 'member_events_kind'`)).rows
    const before = await constraint()
    expect(before).toHaveLength(1)
    await owner.query(statesSql())
    expect(await constraint()).toEqual(before)
    await owner.query(statesSql(stateMachines, ['order.changed', 'new.kind']))
    expect(await write('fairlot_api', 'new.kind')).toBe('done')
    expect(await write('fairlot_api', 'notice.new')).toBe('member_events_kind')
    await owner.query(statesSql())
    expect(await write('fairlot_api', 'notice.new')).toBe('done')
  })
})
