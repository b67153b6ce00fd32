// Compares the summary figures with SQL that knows neither their table of parts nor their code: what an account is worth
// is what was paid in plus what trading made of it.

import type { Executor } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'
import { type FigureBalance, type FigurePosition, figuresOf } from '@fairlot/rules/figures'
import { termsOf } from '@fairlot/rules/orders'
import { ask, type Question, type TradingBreach } from './ask.ts'
import { pagesOf } from './pages.ts'

const mark = 'coalesce(q.last, q.reference, i.reference)'

/** The rate of now while a currency is quoted, else the last point, which is written only then. */
const rates = `
  SELECT r.currency, coalesce(CASE WHEN r.stopped IS NULL THEN r.mid END,
    (SELECT p.mid FROM app.currency_rate_points p WHERE p.currency = r.currency
     AND p.at = (SELECT max(x.at) FROM app.currency_rate_points x WHERE x.currency = r.currency))) AS mid
  FROM app.currency_rates r`

/** Every balance that is neither New Taiwan dollars nor shares. */
const abroad = `
  SELECT a.owner_id AS member_id, a.asset AS currency, sum(b.balance) AS amount, round(sum(b.balance) * max(r.mid) / 1e9) AS twd
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id LEFT JOIN (${rates}) AS r ON r.currency = a.asset
  WHERE a.owner_kind = 'member' AND a.asset <> 'TWD' AND a.asset NOT LIKE 'stk:%' GROUP BY 1, 2`

/** Every member's cash less debts, and shares less borrowed shares at their price. */
const worth = `
  SELECT a.owner_id AS member_id,
    sum(CASE WHEN a.asset = 'TWD' THEN b.balance ELSE b.balance * ${mark} END) AS home,
    sum(CASE WHEN a.asset = 'TWD' THEN b.balance ELSE b.balance * ${mark} END)
      + coalesce(max(c.twd), 0) AS total,
    sum(b.balance) FILTER (WHERE a.asset = 'TWD' AND a.kind IN ('available', 'receivable')) AS power
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  LEFT JOIN app.instruments i ON 'stk:' || i.symbol = a.asset LEFT JOIN settlement.prices q ON q.symbol = i.symbol
  LEFT JOIN (SELECT y.member_id, sum(y.twd) AS twd FROM (${abroad}) AS y GROUP BY 1) AS c ON c.member_id = a.owner_id
  WHERE a.owner_kind = 'member' AND (a.asset = 'TWD' OR a.asset LIKE 'stk:%') GROUP BY 1`

/** The result of everything ever opened: prices, less every cost and the interest that was posted. */
const results = `
  SELECT p.member_id::text AS member_id, sum(p.realised) AS realised, sum(
      CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * (p.closed_value + p.shares::bigint * ${mark} - p.opened_value)
      - p.open_fee - p.open_tax - p.borrow_fee - p.close_fee - p.close_tax - p.interest_paid - p.interest) AS result
  FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
  GROUP BY 1`

const questions: readonly Question[] = [
  [
    'I31',
    `SELECT format('member %s is worth %s without foreign cash, was paid %s and made %s', w.member_id, w.home, coalesce(l.paid, 0),
       coalesce(r.result, 0)) AS what
     FROM (${worth}) AS w
     LEFT JOIN (
       SELECT a.owner_id AS member_id, sum(l.amount) AS paid
       FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
       JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
       WHERE a.owner_kind = 'member' AND a.asset = 'TWD'
         AND split_part(e.event, '.', 1) NOT IN ('trade', 'interest', 'day-trade', 'margin', 'order', 'conditional', 'settlement', 'block')
         AND e.event NOT IN ('subscription.delivered', 'auction.delivered')
       GROUP BY 1
     ) AS l ON l.member_id = w.member_id
     LEFT JOIN (${results}) AS r ON r.member_id = w.member_id
     WHERE w.home <> coalesce(l.paid, 0) + coalesce(r.result, 0)`,
  ],
  [
    // Each payment has its worth on record, and exchanges have theirs: otherwise what rates made would be wrong.
    'I31',
    `SELECT format('member %s has %s %s, payments and exchanges say %s', b.member_id, b.amount, b.currency, coalesce(f.amount, 0)) AS what
     FROM (${abroad}) AS b LEFT JOIN (
       SELECT member_id, currency, sum(amount) AS amount FROM (
         SELECT member_id::text, currency, amount FROM app.currency_flows
         UNION ALL SELECT member_id::text, get_currency, get_amount FROM app.currency_quotes WHERE dealt_at IS NOT NULL
         UNION ALL SELECT member_id::text, pay_currency, -pay_amount FROM app.currency_quotes WHERE dealt_at IS NOT NULL
       ) AS all_flows GROUP BY 1, 2
     ) AS f ON f.member_id = b.member_id AND f.currency = b.currency
     WHERE b.amount <> coalesce(f.amount, 0)`,
  ],
]

/** One can have thousands of positions. */
const membersAtOnce = 50

interface MemberRow {
  readonly memberId: string
  readonly balances: readonly (readonly [string, string, string | null, string])[]
  /** Whether there is any cash or share. */
  readonly isWorth: boolean
  readonly total: string | null
  readonly power: string
  readonly open: string
}

export async function figureBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = await ask(tx, questions)
  const prices = await tx.query<{ symbol: string; mark: number }>(
    `SELECT i.symbol, ${mark} AS mark FROM app.instruments i LEFT JOIN settlement.prices q USING (symbol)`,
  )
  const marks = new Map(prices.map((one) => [one.symbol, one.mark]))
  const mids = new Map(
    (
      await tx.query<{ currency: Currency; mid: string | null }>(
        `SELECT currency, mid::text AS mid FROM (${rates}) AS r`,
      )
    ).flatMap(({ currency, mid }) => (mid === null ? [] : [[currency, BigInt(mid)] as const])),
  )
  const terms = termsOf('practice')
  const pages = pagesOf<MemberRow>(
    tx,
    `SELECT m.*, w.member_id IS NOT NULL AS "isWorth", w.total::text AS total, coalesce(w.power, 0)::text AS power,
       (coalesce(r.result, 0) - coalesce(r.realised, 0))::text AS open
     FROM (
       SELECT a.owner_id AS "memberId", json_agg(json_build_array(a.asset, a.kind, a.due, b.balance::text)) AS balances
       FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id WHERE a.owner_kind = 'member' GROUP BY 1
     ) AS m
     LEFT JOIN (${worth}) AS w ON w.member_id = m."memberId" LEFT JOIN (${results}) AS r ON r.member_id = w.member_id`,
  )
  for await (const members of pages)
    for (let from = 0; from < members.length; from += membersAtOnce) {
      const some = members.slice(from, from + membersAtOnce)
      const positions = await readPositions(tx, marks, some)
      for (const { memberId, balances: rows, ...must } of some) {
        const figures = figuresOf({
          balances: rows.map(([asset, kind, due, amount]): FigureBalance => ({
            asset,
            kind,
            due,
            amount: BigInt(amount),
          })),
          marks,
          mids,
          positions: positions.get(memberId) ?? [],
          terms,
          date: '1970-01-01',
          called: 0n,
        })
        const is = [figures.total, figures.buyingPower, figures.unrealisedBefore].join(' ')
        const shown = must.isWorth ? `${must.total} ${must.power} ${must.open}` : '0 0 0'
        if (is !== shown)
          breaches.push({
            invariant: 'I31',
            what: `member ${memberId}: total, buying power and result are ${is}, SQL says ${shown}`,
          })
      }
    }
  return breaches
}

async function readPositions(
  tx: Executor,
  marks: ReadonlyMap<string, number>,
  members: readonly MemberRow[],
): Promise<ReadonlyMap<string, FigurePosition[]>> {
  const rows = await tx.query<Record<string, string | boolean>>(
    `SELECT member_id::text AS "memberId", id::text AS "positionId", symbol, kind, direction, day_trade AS "dayTrade",
       opened_on::text AS "openedOn", opened_shares::text AS "openedShares", shares::text AS shares,
       opened_value::text AS "openedValue", open_fee::text AS "openFee", open_tax::text AS "openTax",
       borrow_fee::text AS "borrowFee", loan::text AS loan, collateral::text AS collateral, interest::text AS interest,
       interest_through::text AS "interestThrough", closed_value::text AS "closedValue", close_fee::text AS "closeFee",
       close_tax::text AS "closeTax", interest_paid::text AS "interestPaid", realised::text AS realised
     FROM app.positions WHERE state <> 'closed' AND member_id = ANY ($1::uuid[])`,
    [members.map(({ memberId }) => memberId)],
  )
  const counts = new Set(['openedShares', 'shares'])
  const texts = new Set([
    'memberId',
    'positionId',
    'symbol',
    'kind',
    'direction',
    'openedOn',
    'interestThrough',
  ])
  const found = new Map<string, FigurePosition[]>()
  for (const row of rows) {
    const read = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'boolean' || texts.has(name)
        ? value
        : counts.has(name)
          ? Number(value)
          : BigInt(value),
    ])
    const position = {
      ...Object.fromEntries(read),
      mark: marks.get(row['symbol'] as string)!,
    } as FigurePosition
    const memberId = row['memberId'] as string
    const known = found.get(memberId)
    if (known) known.push(position)
    else found.set(memberId, [position])
  }
  return found
}
