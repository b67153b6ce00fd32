// The audit trail cannot be written, for any reason: requests that move money or decide are refused with a retry
// message, reads continue, nothing happens without its audit row, and afterwards everything resumes by itself.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BothApis, openBothApis } from './support/both-apis.ts'
import { openForVote } from './support/console-harness.ts'
import { cardForm, fundPassword } from './support/fund-harness.ts'
import { upload } from './support/pictures.ts'
import { type ChangeWatch, watchChanges } from './support/change-watch.ts'

let both: BothApis
let watch: ChangeWatch
beforeAll(async () => {
  both = await openBothApis()
  watch = await watchChanges(both.harness.owner)
})
afterAll(() => both?.stop())

/** Known ways in which this has happened. */
const ways: Readonly<Record<string, readonly [breaks: string, mends: string]>> = {
  'the INSERT permission is revoked': [
    'REVOKE INSERT ON audit.entries FROM fairlot_api, fairlot_console, fairlot_worker',
    'GRANT INSERT ON audit.entries TO fairlot_api, fairlot_console, fairlot_worker',
  ],
  'the table refuses every row': [
    'ALTER TABLE audit.entries ADD CONSTRAINT broken CHECK (false) NOT VALID',
    'ALTER TABLE audit.entries DROP CONSTRAINT broken',
  ],
  'the disk is full': [
    `CREATE FUNCTION audit.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.full()`,
    'DROP TRIGGER full_disk ON audit.entries; DROP FUNCTION audit.full()',
  ],
}

const channelId = '01980000-0000-7000-8000-0000000000c1'

describe.each(Object.entries(ways))('while %s', (_name, [breaks, mends]) => {
  test('writes answer 503, reads continue, and execution resumes afterwards', async () => {
    const { fund, harness, members, things } = both
    const { rich, fresh } = members
    const [reviewer, approver] = [both.operators[1]!.browser, both.operators[2]!.browser]
    const owner = harness.owner
    const mine = things.rich
    const call = (path: string, body: object, who = rich) => who.client.call(path, body, { key: true })
    const depositForm = { channelId, amount: '500000', receipt: await upload(fresh.client) }
    const reviewOf = async (kind: string, subject: string) =>
      (
        await owner.query<{ id: string; payload_hash: string; state: string }>(
          `SELECT id, payload_hash, state FROM app.reviews WHERE kind = $1 AND subject = $2 ORDER BY opened_at DESC LIMIT 1`,
          [kind, subject],
        )
      )[0]!
    const vote = async (by: typeof reviewer, reviewId: string, payloadHash: string) =>
      by.ask('/operators/vote', { reviewId, decision: 'approve', payloadHash, note: 'the bank confirmed it' })

    const openPersonal = () =>
      both.operators[0]!.browser.ask('/operators/openPersonal', {
        memberId: rich.memberId,
        field: 'account',
        purpose: 'Checking the name',
      })

    // One review that two approved and that is not executed yet, and one that is still open for votes.
    const decided = (await call('/deposits/create', depositForm, fresh)).body.data.deposit.depositId as string
    for (const by of [reviewer, approver]) {
      const { id, payload_hash } = await reviewOf('deposit', decided)
      await openForVote(by, id)
      expect((await vote(by, id, payload_hash)).http).toBe(200)
    }
    const open = await reviewOf('withdrawal', mine['withdrawalId']!)
    const before = await fund.available(fresh)

    await owner.query(breaks)
    await watch.take()
    try {
      const writes = [
        call('/deposits/cancel', { depositId: mine['depositId'] }),
        call('/withdrawals/cancel', { withdrawalId: mine['withdrawalId'] }),
        call('/bank-accounts/add', cardForm()),
        call('/members/appealRestriction', {
          restrictionId: mine['restrictionId'],
          statement: 'This was not me, please look at it again.',
        }),
        call('/auth/setFundPassword', {
          fundPassword: '369147',
          confirmPassword: '369147',
          oldFundPassword: fundPassword,
        }),
        vote(approver, open.id, open.payload_hash),
        openPersonal(),
        // A search that can find a member is audited.
        approver.ask('/operators/search', { text: rich.account }),
        both.operators[5]!.browser.ask('/operators/proposeOperator', {
          login: 'new.one',
          name: 'New One',
          roles: [{ role: 'auditor', until: null }],
          relatedAccounts: [],
          reason: 'Another harness',
        }),
      ]
      for (const { http, body } of await Promise.all(writes)) {
        expect([http, body.msg]).toEqual([503, 'system.busy'])
        expect(JSON.stringify(body)).not.toMatch(/audit|permission|constraint|disk/i)
      }
      // The worker cannot execute what it cannot audit.
      expect(await fund.execute()).toBe(0)
      expect(await fund.available(fresh)).toBe(before)
      expect((await reviewOf('deposit', decided)).state).toBe('decided')

      const reads = await Promise.all([
        rich.client.call('/positions/account'),
        rich.client.call('/deposits/list'),
        rich.client.call('/withdrawals/offer'),
        rich.client.call('/funds/records', { tab: 'transaction' }),
        rich.client.call('/notices/list'),
        approver.ask('/operators/queue', { filter: {} }),
        approver.ask('/operators/review', { reviewId: open.id }),
      ])
      expect(reads.map(({ http }) => http)).toEqual(reads.map(() => 200))

      const written = (await watch.take()).map(({ table }) => table)
      const unseen = written.filter(
        (table) =>
          !/^(app\.(sessions|operator_sessions|credential_failures|reviews)|status\.(heartbeats|service_levels))$/.test(
            table,
          ),
      )
      expect(unseen).toEqual([])
      // Of the review only the failed execution is recorded.
      expect((await reviewOf('withdrawal', mine['withdrawalId']!)).state).toBe(open.state)
    } finally {
      await owner.query(mends)
    }

    fund.clock.advance(30_000)
    await fund.execute()
    expect(await fund.available(fresh)).toBe(before + 500_000n)
    expect((await reviewOf('deposit', decided)).state).toBe('closed')
    expect((await openPersonal()).http).toBe(200)
    expect(await requestBreaches(fund.api.database)).toEqual([])
  })
})
