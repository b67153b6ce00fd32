// Rates and amounts of an exchange, in integers. A rate is in billionths: 0.205000 is 205,000,000. The database computes
// the same again (app.check_currency_quote) and refuses a quote that differs.

import { type Currency, divide } from '@fairlot/money'

export const rateScale = 1_000_000_000n

/** By currency: New Taiwan dollars for one unit, in billionths. */
export type Mids = ReadonlyMap<Currency, bigint>

export const midOf = (mids: Mids, currency: Currency): bigint | undefined =>
  currency === 'TWD' ? rateScale : mids.get(currency)

/** Six significant digits, as banks quote. */
export function significant(rate: bigint): bigint {
  const over = String(rate).length - 6
  if (over <= 0) return rate
  const step = 10n ** BigInt(over)
  return divide(rate, step) * step
}

export interface Cross {
  /** The rate is `1 base = rate counter`. */
  readonly base: Currency
  readonly counter: Currency
  readonly mid: bigint
}

/** With New Taiwan dollars: what one foreign unit costs. Between two others: of the dearer one in the cheaper one. */
export function crossOf(mids: Mids, pay: Currency, get: Currency): Cross | undefined {
  const payMid = midOf(mids, pay)
  const getMid = midOf(mids, get)
  if (payMid === undefined || getMid === undefined) return undefined
  const base = pay === 'TWD' ? get : get === 'TWD' || payMid >= getMid ? pay : get
  const [baseMid, counterMid] = base === pay ? [payMid, getMid] : [getMid, payMid]
  return {
    base,
    counter: base === pay ? get : pay,
    mid: significant(divide(baseMid * rateScale, counterMid)),
  }
}

/** Rounded down to a hundredth: nothing is paid that the rate does not give. */
const received = (paysBase: boolean, pay: bigint, rate: bigint): bigint =>
  paysBase ? divide(pay * rate, rateScale, 'floor') : divide(pay * rateScale, rate, 'floor')

export interface Priced extends Cross {
  /** The firm rate: the mid and the spread. */
  readonly rate: bigint
  readonly get: bigint
  /** What the spread costs, in the currency received. */
  readonly spread: bigint
  /** The same in New Taiwan dollars, rounded up. */
  readonly spreadTwd: bigint
  /** What is paid, in New Taiwan dollars at the mid rate. */
  readonly valueTwd: bigint
}

const basisPoints = 10_000n

export function priceExchange(
  mids: Mids,
  pay: Currency,
  get: Currency,
  amount: bigint,
  spreadBps: number,
): Priced | undefined {
  const cross = crossOf(mids, pay, get)
  if (cross === undefined) return undefined
  const paysBase = cross.base === pay
  const bps = BigInt(spreadBps)
  const rate = significant(
    divide(cross.mid * (paysBase ? basisPoints - bps : basisPoints + bps), basisPoints),
  )
  const gets = received(paysBase, amount, rate)
  const spread = received(paysBase, amount, cross.mid) - gets
  return {
    ...cross,
    rate,
    get: gets,
    spread,
    spreadTwd: divide(spread * midOf(mids, get)!, rateScale, 'ceil'),
    valueTwd: twdOf(mids, pay, amount)!,
  }
}

/** At the mid rate, to the nearest hundredth. */
export function twdOf(mids: Mids, currency: Currency, amount: bigint): bigint | undefined {
  const mid = midOf(mids, currency)
  return mid === undefined ? undefined : divide(amount * mid, rateScale)
}

/** The bounds of one exchange in the currency paid, in hundredths, so that what is inside them is inside the rule. */
export function boundsIn(
  mids: Mids,
  currency: Currency,
  { min, max }: { readonly min: number; readonly max: number },
): { readonly min: bigint; readonly max: bigint } | undefined {
  const mid = midOf(mids, currency)
  if (mid === undefined) return undefined
  return {
    min: divide(BigInt(min) * rateScale, mid, 'ceil'),
    max: divide(BigInt(max) * rateScale, mid, 'floor'),
  }
}

/** Six significant digits: `0.205000`, `88.0000`. */
export function formatRate(rate: bigint): string {
  const digits = String(rate).padStart(10, '0')
  const whole = digits.slice(0, -9)
  const rest = digits.slice(-9)
  const leading = whole === '0' ? (/^0*/.exec(rest)![0]?.length ?? 0) : -whole.length
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const decimals = rest.slice(0, Math.min(9, Math.max(0, leading + 6)))
  return decimals === '' ? grouped : `${grouped}.${decimals}`
}
