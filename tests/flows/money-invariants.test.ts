// Exchange and credit: what a fault, a taken role or a change by hand could leave behind in the rows is planted with the owner's rights,
// each in a transaction that is rolled back, and the invariants name it: I16 for exchange, I17 for credit.

import type { Executor } from '@fairlot/ledger'
import { checkRequests } from '@fairlot/testkit/invariants/requests'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourcesOf, updateRates } from '../../apps/server/src/features/currency-exchange/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type CreditVenue, openCreditVenue } from './support/credit-venue.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { pastTriggers, plantEntry } from './support/planted-books.ts'
import type { TestMember } from './support/start-test-api.ts'

interface Breach {
  readonly kind: string
  plant(owner: pg.Client): Promise<unknown>
}

/** Which of the invariant's breaches the rows have after the plant; the transaction is rolled back. */
async function breachesAfter(owner: pg.Client, { plant }: Breach): Promise<readonly string[]> {
  const reader: Executor = {
    query: async (sql, values) =>
      (await owner.query(sql, values === undefined ? [] : [...values])).rows as never,
  }
  await owner.query('BEGIN')
  try {
    expect(await checkRequests(reader)).toEqual([])
    await plant(owner)
    return (await checkRequests(reader)).map(({ invariant, what }) => `${invariant} ${what}`)
  } finally {
    await owner.query('ROLLBACK')
  }
}

describe('exchange', () => {
  let harness: FundHarness
  let member: TestMember
  let quoteId = ''
  beforeAll(async () => {
    harness = await openFundHarness()
    const { log } = captureLog('worker')
    await updateRates(harness.worker, sourcesOf('practice'), log, harness.clock.now())
    member = await harness.api.member()
    const asked = { pay: 'TWD', get: 'JPY', amount: '3000000' }
    const made = await member.client.call('/currency-exchange/quote', asked, { key: true })
    quoteId = made.body.data.quote.quoteId as string
    const dealt = await member.client.call('/currency-exchange/deal', { quoteId }, { key: true })
    expect(dealt.http).toBe(200)
  })
  afterAll(() => harness.stop())

  const set = (change: string) => (owner: pg.Client) =>
    pastTriggers(owner, `UPDATE app.currency_quotes SET ${change} WHERE id = $1`, [quoteId])
  /** The table's own constraints refuse some of them even to the owner: they are gone until the rollback. */
  const setUnchecked = (change: string) => async (owner: pg.Client) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT quote_ident(conname) AS name FROM pg_constraint WHERE conrelid = 'app.currency_quotes'::regclass AND contype = 'c'`,
    )
    for (const { name } of rows) await owner.query(`ALTER TABLE app.currency_quotes DROP CONSTRAINT ${name}`)
    await set(change)(owner)
  }
  const breaches: readonly Breach[] = [
    { kind: 'a quote that gives less than was booked', plant: set('get_amount = get_amount - 1') },
    { kind: 'a quote of another rate', plant: set('rate = rate * 2') },
    { kind: 'a quote used after its end', plant: setUnchecked('dealt_at = expires_at') },
    { kind: 'a pair that is not exchanged', plant: setUnchecked(`get_currency = 'USD'`) },
    { kind: 'a used quote that is called unused', plant: set('dealt_at = NULL, entry_id = NULL') },
    {
      kind: 'an exchange without a quote',
      plant: (owner) =>
        plantEntry(owner, 'currency.exchanged', quoteId, [
          [`member/${member.memberId}/TWD/available`, -100n],
          ['house/main/TWD/fx', 100n],
        ]),
    },
    {
      kind: 'money of the house’s position under another name',
      plant: (owner) =>
        plantEntry(owner, 'practice-grant', quoteId, [
          ['house/main/JPY/fx', -100n],
          [`member/${member.memberId}/JPY/available`, 100n],
        ]),
    },
  ]
  test.each(breaches)('$kind is found', async (breach) => {
    expect((await breachesAfter(harness.owner, breach)).filter((each) => each.startsWith('I16'))).not.toEqual(
      [],
    )
  })
})

describe('credit', () => {
  let credit: CreditVenue
  let owner: pg.Client
  let loanId = ''
  let memberId = ''
  beforeAll(async () => {
    credit = await openCreditVenue()
    const { member, loanId: lent } = await credit.borrower()
    loanId = lent
    memberId = member.memberId
    await credit.nextDay({ 2330: 10_000 })
    await credit.accrueCredit()
    const repaid = await credit.repay(member, loanId, '1000000')
    expect(repaid.http).toBe(200)
    owner = new pg.Client({ connectionString: credit.venue.database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await credit.stop()
  })

  const change = (sql: string) => (by: pg.Client) => pastTriggers(by, sql, [loanId])
  const breaches: readonly Breach[] = [
    {
      kind: 'a loan that owes less than was lent',
      plant: change('UPDATE app.credit_loans SET principal = principal - 100 WHERE id = $1'),
    },
    {
      kind: 'interest without an accrual',
      plant: change('UPDATE app.credit_loans SET interest = interest + 100 WHERE id = $1'),
    },
    {
      kind: 'a repayment without its move',
      plant: change(`DELETE FROM app.credit_moves WHERE loan_id = $1 AND kind = 'repaid'`),
    },
    {
      kind: 'a move of another amount than its entry',
      plant: change(
        `UPDATE app.credit_moves SET principal = principal + 100 WHERE loan_id = $1 AND kind = 'repaid'`,
      ),
    },
    {
      kind: 'money lent without a loan',
      plant: (by) =>
        plantEntry(by, 'credit.disbursed', loanId, [
          ['lending/pool/TWD/available', -100n],
          [`member/${memberId}/TWD/available`, 100n],
          [`member/${memberId}/TWD/loan`, -100n],
          ['lending/pool/TWD/lent', 100n],
        ]),
    },
    {
      kind: 'a debt that another event wrote off',
      plant: (by) =>
        plantEntry(by, 'practice-grant', loanId, [
          [`member/${memberId}/TWD/loan`, 100n],
          ['lending/pool/TWD/lent', -100n],
        ]),
    },
    {
      kind: 'a pledge that was freed too early',
      plant: change('UPDATE app.credit_pledges SET shares = shares - 1000 WHERE loan_id = $1'),
    },
    {
      kind: 'a rate that was not approved',
      plant: change('UPDATE app.credit_loans SET apr_ppm = apr_ppm + 1 WHERE id = $1'),
    },
    {
      kind: 'a loan with one vote',
      plant: change(
        `DELETE FROM app.review_votes v USING app.reviews r WHERE r.id = v.review_id AND r.subject = $1::text
           AND v.operator_id = (SELECT max(w.operator_id::text)::uuid FROM app.review_votes w WHERE w.review_id = r.id)`,
      ),
    },
  ]
  test.each(breaches)('$kind is found', async (breach) => {
    expect((await breachesAfter(owner, breach)).filter((each) => each.startsWith('I17'))).not.toEqual([])
  })
})
