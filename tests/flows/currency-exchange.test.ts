// Currency exchange on the real api and PostgreSQL: firm quotes, both legs in one entry, used once, the house's limit, what each
// role is refused, and the books after every test.

import { createPublicKey, verify } from 'node:crypto'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  currencyExchangeConsoleHandlers,
  sourcesOf,
  tidyCurrencies,
  updateRates,
} from '../../apps/server/src/features/currency-exchange/index.ts'
import { exchangeEntry } from '../../apps/server/src/features/currency-exchange/postings.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import type { Tx } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { reviewDeps } from '../../apps/server/src/roles/feature-deps.ts'
import { post } from '../../packages/ledger/src/index.ts'
import type { DataOf } from '../../packages/contract/src/routes.ts'
import { currencyPairs } from '../../packages/rules/src/currency-exchange/index.ts'
import { writeEvidence } from '../../scripts/evidence.ts'
import { captureLog } from './support/captured-log.ts'
import { type FundHarness, fundPassword, openFundHarness, openHours } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'

let harness: FundHarness
const { log } = captureLog('worker')
const practice = sourcesOf('practice')
const readRates = () => updateRates(harness.worker, practice, log, harness.clock.now())

beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.owner.query('DELETE FROM app.currency_rate_points')
  await harness.owner.query('DELETE FROM app.currency_rates')
  harness.clock.set(openHours)
  await readRates()
})
afterEach(async () => {
  await harness.owner.query(`DELETE FROM app.rule_values WHERE rule LIKE 'fx.%'`)
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

type Quoted = DataOf<'/currency-exchange/quote'>
const ask = (member: TestMember, pay: string, get: string, amount?: string) =>
  member.client.call<Quoted>('/currency-exchange/quote', { pay, get, amount }, { key: true })
const quoted = async (member: TestMember, pay: string, get: string, amount: string): Promise<Quoted> => {
  const reply = await ask(member, pay, get, amount)
  if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data
}
const deal = (member: TestMember, quoteId: string) =>
  member.client.call<DataOf<'/currency-exchange/deal'>>('/currency-exchange/deal', { quoteId }, { key: true })
const exchanged = async (member: TestMember, pay: string, get: string, amount: string): Promise<Quoted> => {
  const made = await quoted(member, pay, get, amount)
  const dealt = await deal(member, made.quote.quoteId)
  if (dealt.http !== 200) throw new Error(JSON.stringify(dealt.body))
  return made
}
const setRule = (rule: string, value: number) =>
  harness.owner.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
     VALUES ($1, $2, '2020-01-01', now() - interval '2 days', 'test', 'one', 'two')`,
    [rule, value],
  )
/** Gives a balance the way a member gets one: by exchange, or by a deposit in that currency. */
const deposit = async (member: TestMember, currency: 'USD' | 'INR', amount: string): Promise<void> => {
  const channelId = await harness.channel({ currency, min: '100', max: '100000000000' })
  const sent = await member.client.call(
    '/deposits/create',
    { channelId, amount, receipt: await harness.receipt(member) },
    { key: true },
  )
  if (sent.http !== 200) throw new Error(JSON.stringify(sent.body))
  await harness.approve('deposit', sent.body.data.deposit.depositId)
}

describe('an exchange', () => {
  test('books both legs in one entry at the quote, without a fee', async () => {
    const member = await harness.api.member()
    const before = await harness.available(member)
    const made = await quoted(member, 'TWD', 'JPY', '3000000')
    const { quote, signed } = made
    expect(quote).toMatchObject({
      pay: 'TWD',
      get: 'JPY',
      payAmount: '3000000',
      base: 'JPY',
      spreadBps: 0,
      spread: '0',
      source: 'practice-a',
      isSimulated: true,
      state: 'open',
    })
    expect(quote.rate).toBe(quote.mid)
    expect(new Date(quote.expiresAt).getTime() - new Date(quote.quotedAt).getTime()).toBe(30_000)
    expect(BigInt(quote.getAmount)).toBe((3_000_000n * 1_000_000_000n) / BigInt(quote.rate))
    expect(made.payAvailable).toBe(before.toString())
    const key = createPublicKey(harness.api.config.secrets.auditKey().privateKey)
    const signature = Buffer.from(signed.signature, 'base64url')
    expect(verify(null, Buffer.from(signed.text), key, signature)).toBe(true)
    expect(verify(null, Buffer.from(signed.text.replace('JPY', 'KRW')), key, signature)).toBe(false)
    expect(signed.text).toContain(`get ${quote.getAmount} JPY`)

    const dealt = await deal(member, quote.quoteId)
    expect([dealt.http, dealt.body.msg]).toEqual([200, 'done.exchange'])
    expect(dealt.body.data.quote).toMatchObject({
      state: 'dealt',
      getAmount: quote.getAmount,
      rate: quote.rate,
    })
    expect(await harness.available(member)).toBe(before - 3_000_000n)
    expect(await harness.available(member, 'JPY')).toBe(BigInt(quote.getAmount))
    const { rows } = await harness.owner.query(
      `SELECT a.code, l.amount::text FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id WHERE l.entry_id = $1
       ORDER BY a.code`,
      [dealt.body.data.quote.entryId],
    )
    expect(rows).toEqual([
      { code: 'house/main/JPY/fx', amount: `-${quote.getAmount}` },
      { code: 'house/main/TWD/fx', amount: '3000000' },
      { code: `member/${member.memberId}/JPY/available`, amount: quote.getAmount },
      { code: `member/${member.memberId}/TWD/available`, amount: '-3000000' },
    ])
    const read = await member.client.call('/currency-exchange/read', { quoteId: quote.quoteId })
    expect(read.body.data.lines).toHaveLength(4)
    const account = await member.client.call('/positions/account')
    expect(account.body.data.foreign[0]).toMatchObject({ currency: 'JPY', amount: quote.getAmount })
    // Without a spread an exchange costs at most the rounding of a rate of six digits.
    expect(Math.abs(Number(account.body.data.day.profit))).toBeLessThanOrEqual(15)
  })

  test('is offered for 58 directed pairs at the rates of the moment', async () => {
    const member = await harness.member()
    await deposit(member, 'USD', '2000000')
    await deposit(member, 'INR', '20000000')
    await setRule('fx.min', 100)
    for (const [pay, get] of currencyPairs) {
      if (pay === 'TWD') await exchanged(member, pay, get, '5000000')
    }
    for (const [pay, get] of currencyPairs) {
      const made = await ask(member, pay, get, ['JPY', 'KRW', 'VND'].includes(pay) ? '2000000' : '20000')
      expect([pay, get, made.http, made.body.data?.quote?.state]).toEqual([pay, get, 200, 'open'])
    }
    expect(currencyPairs).toHaveLength(58)
    const refused = await ask(member, 'USD', 'TWD', '20000')
    expect([refused.http, refused.body.msg, refused.body.field]).toEqual([400, 'currency.pair', 'get'])
    expect((await ask(member, 'JPY', 'INR', '20000')).body.msg).toBe('currency.pair')
  })

  test('takes dollars in by deposit, into rupees, and out by withdrawal', async () => {
    const member = await harness.member()
    await deposit(member, 'USD', '100000')
    const { quote } = await exchanged(member, 'USD', 'INR', '100000')
    expect(await harness.available(member, 'USD')).toBe(0n)
    const bankAccountId = await harness.card(member, {
      currency: 'INR',
      bankCode: '',
      branchCode: undefined,
      bankName: 'HDFC Bank',
      branch: 'Mumbai',
      number: '50100123456789',
      ifsc: 'HDFC0000001',
    })
    const sent = await member.client.call(
      '/withdrawals/create',
      { withdrawalId: newId(), bankAccountId, amount: quote.getAmount, fundPassword },
      { key: true },
    )
    expect([sent.http, sent.body.msg]).toEqual([200, 'done.withdrawal'])
    expect(await harness.available(member, 'INR')).toBe(0n)
  })
})

describe('a quote', () => {
  test('needs an amount and two currencies that differ', async () => {
    const member = await harness.api.member()
    for (const amount of [undefined, '0', '-5']) {
      const refused = await ask(member, 'TWD', 'JPY', amount)
      expect([refused.http, refused.body.msg, refused.body.field]).toEqual([400, 'input.required', 'amount'])
    }
    const same = await ask(member, 'TWD', 'TWD', '3000000')
    expect([same.http, same.body.msg, same.body.field]).toEqual([400, 'currency.same', 'get'])
    const small = await ask(member, 'TWD', 'JPY', '99999')
    expect([small.http, small.body.msg, small.body.params]).toEqual([
      409,
      'currency.amount',
      { min: '1,000.00 TWD', max: '500,000.00 TWD' },
    ])
    expect((await ask(member, 'TWD', 'JPY', '50000001')).body.msg).toBe('currency.amount')
    expect((await ask(member, 'HKD', 'JPY', '1000000')).body.msg).toBe('balance.insufficient')
  })

  test('expires, and nothing happens then', async () => {
    const member = await harness.api.member()
    const before = await harness.available(member)
    const { quote } = await quoted(member, 'TWD', 'JPY', '3000000')
    harness.clock.advance(30_000)
    const late = await deal(member, quote.quoteId)
    expect([late.http, late.body.msg]).toEqual([409, 'currency.quote-expired'])
    expect(await harness.available(member)).toBe(before)
    const records = (await member.client.call('/currency-exchange/records')).body.data
    expect(records.quotes[0]).toMatchObject({ quoteId: quote.quoteId, state: 'expired', entryId: null })
    expect(records.year).toMatchObject({ deals: 0, spreadTwd: '0' })
  })

  test('keeps its rate while the market moves', async () => {
    const member = await harness.api.member()
    const { quote } = await quoted(member, 'TWD', 'JPY', '3000000')
    harness.clock.advance(29_999)
    await readRates()
    const now = (await member.client.call('/currency-exchange/rates')).body.data.rates
    expect(now.find(({ currency }: { currency: string }) => currency === 'JPY').mid).not.toBe(quote.mid)
    const dealt = await deal(member, quote.quoteId)
    expect(dealt.body.data.quote.getAmount).toBe(quote.getAmount)
  })

  test('is used once, and belongs to its member', async () => {
    const [member, other] = [await harness.api.member(), await harness.api.member()]
    const { quote } = await quoted(member, 'TWD', 'HKD', '3000000')
    expect((await deal(other, quote.quoteId)).body.msg).toBe('request.not-found')
    expect((await deal(member, quote.quoteId)).http).toBe(200)
    const again = await deal(member, quote.quoteId)
    expect([again.http, again.body.msg]).toEqual([409, 'currency.quote-used'])
    expect(await harness.available(member, 'HKD')).toBe(BigInt(quote.getAmount))
  })

  test('raced by parallel calls is used once', async () => {
    const rounds = isWhole ? 200 : 10
    const member = await harness.api.member()
    await setRule('fx.min', 100)
    let expected = 0n
    const used = []
    for (let round = 0; round < rounds; round += 1) {
      const { quote } = await quoted(member, 'TWD', 'THB', '20000')
      const replies = await Promise.all(Array.from({ length: 4 }, () => deal(member, quote.quoteId)))
      expect(replies.map(({ body }) => body.msg).toSorted()).toEqual([
        'currency.quote-used',
        'currency.quote-used',
        'currency.quote-used',
        'done.exchange',
      ])
      used.push(replies.filter(({ body }) => body.msg === 'done.exchange').length)
      expected += BigInt(quote.getAmount)
    }
    expect(await harness.available(member, 'THB')).toBe(expected)
    if (isWhole)
      writeEvidence(new URL('../..', import.meta.url).pathname, 'currency-quotes', {
        quotes: rounds,
        callsEach: 4,
        usedOnce: used.filter((times) => times === 1).length,
        usedTwice: used.filter((times) => times > 1).length,
      })
  })

  test('ends when the member asks for another', async () => {
    const member = await harness.api.member()
    const first = await quoted(member, 'TWD', 'JPY', '3000000')
    harness.clock.advance(1_000)
    const second = await quoted(member, 'TWD', 'JPY', '4000000')
    expect((await deal(member, first.quote.quoteId)).body.msg).toBe('currency.quote-expired')
    expect((await deal(member, second.quote.quoteId)).http).toBe(200)
  })

  test('shows and charges the spread that operators set', async () => {
    const member = await harness.api.member()
    await setRule('fx.spreadBps', 50)
    const { quote } = await exchanged(member, 'TWD', 'JPY', '3000000')
    const atMid = (3_000_000n * 1_000_000_000n) / BigInt(quote.mid)
    expect(quote.spreadBps).toBe(50)
    expect(BigInt(quote.getAmount) + BigInt(quote.spread)).toBe(atMid)
    expect(BigInt(quote.spread)).toBeGreaterThan(0n)
    const { year } = (await member.client.call('/currency-exchange/records')).body.data
    expect(year).toMatchObject({ deals: 1, spreadTwd: quote.spreadTwd })
  })

  test('stays inside the limit of the house, open quotes included', async () => {
    const [member, other] = [await harness.api.member(), await harness.api.member()]
    const { rows } = await harness.owner.query(
      `SELECT abs(ledger.balance_of('house/main/MYR/fx')) * mid / 1000000000 AS twd FROM app.currency_rates WHERE currency = 'MYR'`,
    )
    await setRule('fx.positionLimit', 100_000_000 + Math.ceil(Number(rows[0].twd)))
    await exchanged(member, 'TWD', 'MYR', '50000000')
    await quoted(member, 'TWD', 'MYR', '40000000')
    const refused = await ask(other, 'TWD', 'MYR', '20000000')
    expect([refused.http, refused.body.msg, refused.body.params]).toEqual([
      409,
      'currency.house-limit',
      { currency: 'MYR' },
    ])
    // Towards zero is always possible.
    expect((await ask(member, 'MYR', 'TWD', '1000000')).http).toBe(200)
    expect((await ask(other, 'TWD', 'MYR', '20000000')).http).toBe(200)
  })

  test('is refused to a member who may not move money', async () => {
    const member = await harness.api.member()
    const { quote } = await quoted(member, 'TWD', 'JPY', '3000000')
    const deps = reviewDeps({ config: harness.api.config, bus: harness.api.api.runtime.bus })
    await harness.worker.transaction((tx) =>
      setRestriction(
        tx,
        {
          memberId: member.memberId,
          kind: 'no-withdrawal',
          reason: 'identity-doubt',
          operators: ['op-1', 'op-2'],
          now: harness.clock.now(),
          requestId: 'test',
        },
        deps,
      ),
    )
    expect((await ask(member, 'TWD', 'JPY', '3000000')).body.msg).toBe('restriction.no-withdrawal')
    expect((await deal(member, quote.quoteId)).body.msg).toBe('restriction.no-withdrawal')
  })
})

describe('the records', () => {
  test('come in pages, by currency, with their cost over the mid', async () => {
    const member = await harness.api.member()
    for (let n = 0; n < 22; n += 1) {
      harness.clock.advance(1_000)
      await (n % 2 === 0 ? exchanged : quoted)(member, 'TWD', n < 4 ? 'HKD' : 'JPY', '200000')
    }
    const list = async (body: object) =>
      (await member.client.call('/currency-exchange/records', body)).body.data
    const first = await list({})
    expect([first.quotes.length, first.year.deals]).toEqual([20, 11])
    const second = await list({ before: first.next })
    expect([second.quotes.length, second.next, second.year]).toEqual([2, null, null])
    expect((await list({ currency: 'HKD' })).quotes).toHaveLength(4)
    const wrong = await member.client.call('/currency-exchange/records', { before: 'x' })
    expect(wrong.body.msg).toBe('input.invalid')
    const other = await harness.api.member()
    const { quoteId } = first.quotes[0]
    expect((await other.client.call('/currency-exchange/read', { quoteId })).body.msg).toBe(
      'request.not-found',
    )
  })

  test('keep every exchange and forget quotes without one after a month', async () => {
    const member = await harness.api.member()
    await exchanged(member, 'TWD', 'JPY', '200000')
    harness.clock.advance(1_000)
    await quoted(member, 'TWD', 'JPY', '200000')
    harness.clock.advance(31 * 86_400_000)
    await tidyCurrencies(harness.worker, harness.clock.now())
    const { rows } = await harness.owner.query(
      'SELECT dealt_at IS NOT NULL AS dealt FROM app.currency_quotes WHERE member_id = $1',
      [member.memberId],
    )
    expect(rows).toEqual([{ dealt: true }])
    await expect(
      harness.worker.query('DELETE FROM app.currency_quotes WHERE member_id = $1', [member.memberId]),
    ).rejects.toThrow('it stays')
  })
})

describe('a taken api', () => {
  test('posts no exchange without the quote that says so', async () => {
    const member = await harness.api.member()
    const { quote } = await quoted(member, 'TWD', 'JPY', '3000000')
    const post = (get: string) =>
      harness.api.db.transaction((tx) =>
        tx.query(
          `SELECT * FROM ledger.post_many(ARRAY['currency.exchanged'], ARRAY[$1], ARRAY['theft ' || $1 || $3], ARRAY[$4::timestamptz],
             ARRAY[1, 1, 1, 1], ARRAY['member/' || $2 || '/TWD/available', 'house/main/TWD/fx', 'house/main/JPY/fx',
               'member/' || $2 || '/JPY/available'], ARRAY[-3000000, 3000000, -$3::bigint, $3::bigint], NULL)`,
          [quote.quoteId, member.memberId, get, harness.clock.now()],
        ),
      )
    await expect(post(quote.getAmount)).rejects.toThrow('no quote that says so')
    await expect(post('999999999999')).rejects.toThrow('no quote that says so')
  })

  test('uses no quote twice and none after its time', async () => {
    const member = await harness.api.member()
    const { quote } = await exchanged(member, 'TWD', 'JPY', '3000000')
    const { rows } = await harness.owner.query('SELECT entry_id FROM app.currency_quotes WHERE id = $1', [
      quote.quoteId,
    ])
    const use = (tx: Tx, quoteId: string, entryId: string, at: Date) =>
      tx.query<{ did: boolean }>('SELECT app.use_currency_quote($1, $2, $3, $4) AS did', [
        quoteId,
        member.memberId,
        entryId,
        at,
      ])
    const now = harness.clock.now()
    expect(await use(harness.api.db, quote.quoteId, rows[0].entry_id, now)).toEqual([{ did: false }])

    const second = await quoted(member, 'TWD', 'JPY', '3000000')
    const { quoteId, payAmount, getAmount } = second.quote
    const { memberId } = member
    const late = harness.api.db.transaction(async (tx) => {
      const amounts = { payAmount: BigInt(payAmount), getAmount: BigInt(getAmount) }
      const posted = await post(
        tx,
        exchangeEntry({ id: quoteId, memberId, pay: 'TWD', get: 'JPY', ...amounts }, now),
      )
      if (!posted.ok) throw new Error(posted.reason)
      expect(await use(tx, quoteId, posted.entryId, new Date(now.getTime() + 30_000))).toEqual([
        { did: false },
      ])
    })
    await expect(late).rejects.toThrow('no quote that says so')
  })

  test('writes no quote at a rate of its own', async () => {
    const member = await harness.api.member()
    const { quote } = await quoted(member, 'TWD', 'JPY', '3000000')
    const copy = (column: string, value: string) =>
      harness.api.db.query(
        `INSERT INTO app.currency_quotes (id, member_id, pay_currency, get_currency, pay_amount, get_amount, base, mid, rate, spread_bps,
           spread, spread_twd, value_twd, source, is_simulated, rate_at, quoted_at, expires_at, signed_until, key_id, signature)
         SELECT gen_random_uuid(), member_id, pay_currency, get_currency, pay_amount,
           ${column === 'get' ? value : 'get_amount'}, base, ${column === 'rate' ? value : 'mid'}, ${column === 'rate' ? value : 'rate'},
           spread_bps, spread, spread_twd, value_twd, source, is_simulated, rate_at, quoted_at,
           ${column === 'until' ? value : 'expires_at'}, signed_until, key_id, signature FROM app.currency_quotes WHERE id = $1`,
        [quote.quoteId],
      )
    await expect(copy('get', 'get_amount * 2')).rejects.toThrow('the rates give')
    await expect(copy('rate', 'rate / 2')).rejects.toThrow('the rates give')
    await expect(copy('until', `expires_at + interval '1 day'`)).rejects.toThrow('currency_quotes_firm')
    await harness.owner.query(`UPDATE app.currency_rates SET stopped = 'apart' WHERE currency = 'JPY'`)
    await expect(copy('get', 'get_amount')).rejects.toThrow('the rates give')
  })
})

test('operators see rates, positions against their limit and the latest exchanges', async () => {
  const member = await harness.api.member()
  // After the exchanges of the other tests.
  harness.clock.advance(45_000)
  const { quote } = await exchanged(member, 'TWD', 'KRW', '3000000')
  const { rows } = await harness.owner.query(
    `SELECT ledger.balance_of('house/main/KRW/fx')::text AS position`,
  )
  const handlers = currencyExchangeConsoleHandlers({ db: harness.console })
  const reply = await handlers.board({}, { now: harness.clock.now() } as never)
  if (!reply.ok) throw new Error(reply.msg)
  const board = reply.data
  expect(board.rates).toHaveLength(9)
  const won = board.rates.find(({ currency }) => currency === 'KRW')!
  expect(won).toMatchObject({ stopped: null, isSimulated: true, position: rows[0].position })
  expect(BigInt(won.position)).toBeLessThanOrEqual(-BigInt(quote.getAmount))
  expect(BigInt(won.positionTwd)).toBeLessThan(-2_900_000n)
  expect(won.points).toHaveLength(1)
  expect(board.deals[0]).toMatchObject({ quoteId: quote.quoteId, seconds: 0, spread: '0' })
  expect(board.today.late).toBe(0)
  expect(board.today.matching).toBe(board.today.deals)
})
