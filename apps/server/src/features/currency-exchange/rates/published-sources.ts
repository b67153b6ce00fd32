// What two central banks and a bank publish, each in its own format. The numbers are read as decimal text, never as
// floating point.

import type { Currency } from '@fairlot/money'
import { taipeiMidnight } from '@fairlot/rules/calendar'
import * as z from 'zod'
import { fetchText } from './fetch-text.ts'
import {
  addOnce,
  currencyOfCode,
  dollarsFrom,
  type OwnRate,
  positiveDecimal,
  type Published,
  type RateSource,
  UnusableRates,
} from './source.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Banks do not publish on holidays; the longest run of them in Taiwan is the Lunar New Year. */
const maxAgeMs = 11 * dayMs
const maxAheadMs = dayMs

function inTime(at: Date, now: Date): Date {
  const age = now.getTime() - at.getTime()
  if (Number.isNaN(age)) throw new UnusableRates('no date of publication')
  if (age > maxAgeMs) throw new UnusableRates(`published ${at.toISOString()}: too old`)
  if (age < -maxAheadMs) throw new UnusableRates(`published ${at.toISOString()}: in the future`)
  return at
}

const one: OwnRate = { amount: 1n, units: 1n }

const bnmNumber = z.union([z.number(), z.string()]).nullable()
const bnmAnswer = z.object({
  data: z
    .array(
      z.object({
        currency_code: z.string(),
        unit: z.union([z.literal(1), z.literal(100), z.literal(1_000)]),
        rate: z.object({
          date: z.string(),
          buying_rate: bnmNumber,
          selling_rate: bnmNumber,
          middle_rate: bnmNumber,
        }),
      }),
    )
    .max(100),
})

/** Bank Negara Malaysia: ringgit for a number of units, all ten currencies. */
export const bnmSource = (url: string): RateSource => ({
  name: 'bnm',
  isSimulated: false,
  async read(now) {
    const { text } = await fetchText(url, 'application/vnd.BNM.API.v1+json')
    return parseBnm(text, now)
  },
})

function parseBnm(text: string, now: Date): Published {
  const { data } = parsed(bnmAnswer, text)
  const own = new Map<Currency, OwnRate>([['MYR', { amount: 1_000_000_000n, units: 1n }]])
  let at: Date | undefined
  for (const { currency_code: code, unit, rate } of data) {
    const currency = currencyOfCode(code)
    if (currency === undefined) continue
    addOnce(own, currency, { amount: bnmMiddle(rate, code), units: BigInt(unit) })
    const published = inTime(new Date(`${rate.date}T00:00:00+08:00`), now)
    if (at === undefined || published < at) at = published
  }
  if (at === undefined) throw new UnusableRates('no rate that we use')
  return { dollars: dollarsFrom(own), at }
}

function bnmMiddle(
  rate: {
    buying_rate: number | string | null
    selling_rate: number | string | null
    middle_rate: number | string | null
  },
  code: string,
): bigint {
  if (rate.middle_rate !== null) return positiveDecimal(String(rate.middle_rate), code)
  return middle(String(rate.buying_rate), String(rate.selling_rate), code)
}

function middle(buying: string, selling: string, code: string): bigint {
  const [low, high] = [positiveDecimal(buying, code), positiveDecimal(selling, code)]
  if (low > high) throw new UnusableRates(`${code} is bought for more than it is sold for`)
  return (low + high) / 2n
}

function parsed<Answer>(shape: z.ZodType<Answer>, text: string): Answer {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnusableRates('the answer is not JSON')
  }
  const answer = shape.safeParse(json)
  if (!answer.success)
    throw new UnusableRates(`the answer has another shape: ${answer.error.issues[0]?.path.join('.')}`)
  return answer.data
}

/** Bank of Taiwan: New Taiwan dollars for one unit. The board has spot rates, and only cash rates of some currencies. */
export const botSource = (url: string): RateSource => ({
  name: 'bot',
  isSimulated: false,
  async read(now) {
    const { text, headers } = await fetchText(url, 'text/csv')
    return parseBot(text, headers.get('content-disposition') ?? '', now)
  },
})

const botHead = '幣別'

function parseBot(text: string, disposition: string, now: Date): Published {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (!head.startsWith(botHead)) throw new UnusableRates('the answer is not the board')
  const own = new Map<Currency, OwnRate>([['TWD', { amount: 1_000_000_000n, units: 1n }]])
  for (const line of lines) {
    const cells = line.split(',').map((cell) => cell.trim())
    const currency = currencyOfCode(cells[0] ?? '')
    if (currency === undefined || currency === 'TWD') continue
    const buying = cells.indexOf('本行買入')
    const selling = cells.indexOf('本行賣出')
    if (buying !== 1 || selling < 4) throw new UnusableRates(`the line of ${currency} has another shape`)
    const [cashBuy = '', spotBuy = ''] = cells.slice(buying + 1)
    const [cashSell = '', spotSell = ''] = cells.slice(selling + 1)
    const has = (cell: string): boolean => cell !== '' && Number(cell) !== 0
    if (has(spotBuy) && has(spotSell))
      addOnce(own, currency, { amount: middle(spotBuy, spotSell, currency), units: 1n })
    else if (has(cashBuy) && has(cashSell))
      addOnce(own, currency, { amount: middle(cashBuy, cashSell, currency), units: 1n })
  }
  return { dollars: dollarsFrom(own), at: inTime(botTime(disposition), now) }
}

/** The name of the file has the time in Taipei: `ExchangeRate@202611181530.csv`. */
function botTime(disposition: string): Date {
  const [, day, hour, minute] = /@(\d{8})(\d{2})(\d{2})\.csv/.exec(disposition) ?? []
  if (day === undefined) throw new UnusableRates('no date of publication')
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return new Date(taipeiMidnight(date) + Number(hour) * hourMs + Number(minute) * 60_000)
}

/** The European Central Bank: units of a currency for one euro, without TWD and VND. */
export const ecbSource = (url: string): RateSource => ({
  name: 'ecb',
  isSimulated: false,
  async read(now) {
    const { text } = await fetchText(url, 'application/xml')
    return parseEcb(text, now)
  },
})

function parseEcb(text: string, now: Date): Published {
  const [, date] = /<Cube time=['"](\d{4}-\d{2}-\d{2})['"]>/.exec(text) ?? []
  if (date === undefined) throw new UnusableRates('the answer is not the reference rates')
  const own = new Map<Currency, OwnRate>()
  for (const [, code = '', rate = ''] of text.matchAll(
    /<Cube currency=['"]([A-Z]{3})['"] rate=['"]([^'"]*)['"]\s*\/>/g,
  )) {
    const currency = currencyOfCode(code)
    if (currency === undefined) continue
    // Units for one euro: the value of one is the reciprocal.
    addOnce(own, currency, { amount: one.amount * 1_000_000_000n, units: positiveDecimal(rate, code) })
  }
  return { dollars: dollarsFrom(own), at: inTime(new Date(`${date}T00:00:00+01:00`), now) }
}
