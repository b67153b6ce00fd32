// The operators of the pictures: one proposes and answers at the console, two decide.

import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { openOperatorVotes, until, type Votes } from '../e2e/support/money.ts'
import { askConsole, consoleOrigin, signInOperator, withOwner } from '../e2e/support/operators.ts'

export interface Office {
  readonly votes: Votes
  ask<Data>(path: string, body: object): Promise<Data>
  /** Proposed, signed and approved by a second operator; returns what it is about once it is executed. */
  publish(path: string, body: object): Promise<string>
  /** A call that is executed once. */
  send(path: string, body: object): Promise<void>
  /** Both operators approve. */
  approve(kind: string, subject: string): Promise<void>
  close(): Promise<void>
}

export async function openOffice(browser: Browser): Promise<Office> {
  const votes = await openOperatorVotes()
  for (const [at, name] of ['陳安', '李思妤'].entries())
    await votes.owner.query('UPDATE app.operators SET name = $2 WHERE id = $1', [
      votes.operators[at]!.operatorId,
      name,
    ])
  const roles = ['approver', 'support', 'market'] as const
  // The console's pictures are taken as the first operator of the seed, who sees every page.
  await votes.owner.query(
    `INSERT INTO app.operator_roles (operator_id, role)
     SELECT o.id, r FROM app.operators o, unnest(ARRAY['approver', 'support', 'auditor']) AS r WHERE o.login = $1
     ON CONFLICT DO NOTHING`,
    [/operator\s+login (\S+)/.exec(process.env['FAIRLOT_DEMO'] ?? '')?.[1]],
  )
  const writer = await signInOperator(browser, 'tw', roles, { name: '周宜庭', appearance: {} })
  const ask = async <Data>(path: string, body: object): Promise<Data> => {
    const { status, msg, data } = await askConsole<Data>(writer, path, body)
    if (status !== 1) throw new Error(`${path} was refused: ${msg}`)
    return data
  }
  return {
    votes,
    ask,
    async publish(path, body) {
      const { reviewId } = await ask<{ reviewId: string }>(path, body)
      const { kind, subject } = await readReview(reviewId)
      await votes.vote(1, kind, subject, 'approve', '')
      await until(async () => (await readReview(reviewId)).state === 'closed')
      return subject
    },
    async send(path, body) {
      const { cookies } = await writer.context.request.storageState()
      const xsrf = cookies.find(({ name }) => name === '__Host-console-XSRF')?.value ?? ''
      const response = await writer.context.request.post(`${consoleOrigin}/api/console${path}`, {
        data: body,
        headers: { 'X-XSRF-TOKEN': xsrf, 'Idempotency-Key': randomUUID() },
      })
      const { status, msg } = (await response.json()) as { status: number; msg: string }
      if (status !== 1) throw new Error(`${path} was refused: ${msg}`)
    },
    async approve(kind, subject) {
      await votes.vote(0, kind, subject, 'approve', '')
      await votes.vote(1, kind, subject, 'approve', '')
    },
    async close() {
      await votes.owner.end()
      await writer.context.close()
    },
  }
}

const readReview = (reviewId: string): Promise<{ kind: string; subject: string; state: string }> =>
  withOwner(async (db) => {
    const [row] = await db.query<{ kind: string; subject: string; state: string }>(
      'SELECT kind, subject, state FROM app.reviews WHERE id = $1',
      [reviewId],
    )
    return row!
  })
