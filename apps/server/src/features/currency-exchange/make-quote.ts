import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { balanceOf, houseAccounts, member } from '@fairlot/ledger'
import { type Currency, formatMoney } from '@fairlot/money'
import {
  boundsIn,
  type CurrencyTerms,
  type Mids,
  pairRefusal,
  type Priced,
  priceExchange,
  stoppedNow,
  twdOf,
} from '@fairlot/rules/currency-exchange'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, type Refused, refuse } from '#platform/outcome'
import type { CurrencyExchangeDeps } from './deps.ts'
import { signQuote, textOfRow } from './quote-text.ts'
import { showQuote, showSigned } from './show-quote.ts'
import { insertQuote, lockQuotes, type RateRow, readRateRows, sumOpenQuotes } from './store.ts'
import { currencyTerms } from './terms.ts'

export interface QuoteWanted {
  readonly memberId: string
  readonly body: BodyOf<'/currency-exchange/quote'>
  readonly now: Date
}

type Quoted = Outcome<DataOf<'/currency-exchange/quote'>>

/**
 * A firm quote at the rates of this moment. Refuses in this order: amount missing, same currency, pair, no rate, amount
 * out of bounds, balance, the house's limit.
 */
export async function makeQuote(
  tx: Tx,
  { secrets }: Pick<CurrencyExchangeDeps, 'secrets'>,
  { memberId, body, now }: QuoteWanted,
): Promise<Quoted> {
  const { pay, get } = body
  const amount = BigInt(body.amount ?? '0')
  if (amount <= 0n) return refuse('input.required', { field: 'amount' })
  const unpaired = pairRefusal(pay, get)
  if (unpaired) return refuse(unpaired, { field: 'get' })
  await lockQuotes(tx)
  const [terms, rows] = await Promise.all([currencyTerms(tx, now), readRateRows(tx)])
  const quoted = rows.filter((row) => stoppedNow(row, terms, now) === null)
  const mids: Mids = new Map(quoted.map(({ currency, mid }) => [currency, mid]))
  const priced = priceExchange(mids, pay, get, amount, terms.spread)
  if (!priced) return noRate(mids, pay, get)
  const outside = refuseOutside(mids, pay, amount, priced, terms)
  if (outside) return outside
  const own = member(memberId)
  const [payAvailable, getAvailable] = await Promise.all([
    balanceOf(tx, own.available(pay)),
    balanceOf(tx, own.available(get)),
  ])
  if (payAvailable < amount) return refuse('balance.insufficient', { field: 'amount' })
  for (const [currency, change] of [
    [pay, amount],
    [get, -priced.get],
  ] as const) {
    if (await isOverLimit(tx, { memberId, currency, change, mids, terms, now }))
      return refuse('currency.house-limit', { params: { currency }, field: 'amount' })
  }
  const used = quoted.filter(({ currency }) => currency === pay || currency === get)
  const row = {
    id: newId(now.getTime()),
    memberId,
    pay,
    get,
    payAmount: amount,
    ...factsOf(priced, used, terms, now),
  }
  const quote = { ...row, ...signQuote(secrets, textOfRow(row)), dealtAt: null, entryId: null }
  await insertQuote(tx, quote)
  return done({
    quote: showQuote(quote, now),
    signed: showSigned(quote),
    payAvailable: payAvailable.toString(),
    getAvailable: getAvailable.toString(),
  })
}

const noRate = (mids: Mids, pay: Currency, get: Currency): Refused => {
  const missing = [pay, get].find((one) => one !== 'TWD' && !mids.has(one)) ?? get
  return refuse('currency.no-rate', { params: { currency: missing }, field: missing === pay ? 'pay' : 'get' })
}

function refuseOutside(
  mids: Mids,
  pay: Currency,
  amount: bigint,
  { get }: Priced,
  terms: CurrencyTerms,
): Refused | undefined {
  const bounds = boundsIn(mids, pay, terms)!
  if (amount >= bounds.min && amount <= bounds.max && get > 0n) return undefined
  const text = (minor: bigint): string => `${formatMoney(minor)} ${pay}`
  return refuse('currency.amount', {
    field: 'amount',
    params: { min: text(bounds.min), max: text(bounds.max) },
  })
}

interface PositionChange {
  readonly memberId: string
  readonly currency: Currency
  readonly change: bigint
  readonly mids: Mids
  readonly terms: CurrencyTerms
  readonly now: Date
}

/** Of the house in one foreign currency, when every open quote is used. A change towards zero is never over it. */
async function isOverLimit(
  tx: Tx,
  { memberId, currency, change, mids, terms, now }: PositionChange,
): Promise<boolean> {
  if (currency === 'TWD') return false
  const before =
    (await balanceOf(tx, houseAccounts.fx(currency))) + (await sumOpenQuotes(tx, memberId, currency, now))
  const size = (position: bigint): bigint => {
    const value = twdOf(mids, currency, position)!
    return value < 0n ? -value : value
  }
  const after = size(before + change)
  return after > BigInt(terms.positionLimit) && after > size(before)
}

/** The older of the two rates is the one the quote depends on. */
function factsOf(
  { base, mid, rate, get, spread, spreadTwd, valueTwd }: Priced,
  rows: readonly RateRow[],
  terms: CurrencyTerms,
  now: Date,
) {
  const { source, isSimulated } = rows[0]!
  const rateAt = rows.reduce((oldest, { readAt }) => (readAt < oldest ? readAt : oldest), now)
  const expiresAt = new Date(now.getTime() + terms.quoteSeconds * 1_000)
  return {
    getAmount: get,
    base,
    mid,
    rate,
    spreadBps: terms.spread,
    spread,
    spreadTwd,
    valueTwd,
    source,
    isSimulated,
    rateAt,
    quotedAt: now,
    expiresAt,
    signedUntil: expiresAt,
  }
}
