// The strategies of the simulated mentors: what they publish is what this file decides. One lot a day each, with own money
// and without margin; pure.

export interface Strategy {
  /** Reserved for the program; registered at its first start. */
  readonly account: string
  readonly name: string
  readonly text: { readonly tw: string; readonly en: string }
  readonly symbols: readonly string[]
  /** Which of the symbols to buy, by the change since the last close. */
  readonly pick: 'weakest' | 'strongest'
  /** Open positions at most. */
  readonly maxOpen: number
  /** Sold after so many calendar days, or before at a gain or a loss in hundredths of a percent. */
  readonly days: number
  readonly gainBp: number
  readonly lossBp: number
}

export const strategies: readonly Strategy[] = [
  {
    account: '0900000001',
    name: '模擬 定額',
    text: {
      tw: '模擬程式。每個交易日用自己的資金買一張元大台灣五十，最多持有五張，每張持有七天後賣出，不設停損。',
      en: 'A simulated program. Buys one lot of the 0050 ETF each trading day with own money, holds five at most, and sells each after seven days, without a stop.',
    },
    symbols: ['0050'],
    pick: 'weakest',
    maxOpen: 5,
    days: 7,
    gainBp: 100_000,
    lossBp: 100_000,
  },
  {
    account: '0900000002',
    name: '模擬 逢低',
    text: {
      tw: '模擬程式。每個交易日從五檔大型股中買當天跌最多的一張，最多持有四張，漲百分之二或持有五天就賣出。',
      en: 'A simulated program. Buys one lot of the weakest of five large stocks each trading day, holds four at most, and sells at a gain of two percent or after five days.',
    },
    symbols: ['2317', '2412', '2882', '1301', '2002'],
    pick: 'weakest',
    maxOpen: 4,
    days: 5,
    gainBp: 200,
    lossBp: 100_000,
  },
  {
    account: '0900000003',
    name: '模擬 順勢',
    text: {
      tw: '模擬程式。每個交易日從五檔大型股中買當天漲最多的一張，最多持有三張，跌百分之三停損，持有三天就賣出。',
      en: 'A simulated program. Buys one lot of the strongest of five large stocks each trading day, holds three at most, stops at a loss of three percent, and sells after three days.',
    },
    symbols: ['2317', '2412', '2882', '1301', '2002'],
    pick: 'strongest',
    maxOpen: 3,
    days: 3,
    gainBp: 100_000,
    lossBp: 300,
  },
]

export interface SeenQuote {
  readonly symbol: string
  readonly state: string
  readonly last: number | null
  readonly reference: number
}

export interface SeenPosition {
  readonly positionId: string
  readonly symbol: string
  readonly openedOn: string
  /** Average opening price. */
  readonly price: number
  readonly shares: number
  /** Shares in open close orders. */
  readonly closing: number
}

export interface Decision {
  readonly buy: string | null
  readonly close: readonly SeenPosition[]
}

const dayMs = 86_400_000

/** `date` is the current trading day. A position of the same day is never sold, and at most one is opened a day. */
export function decide(
  strategy: Strategy,
  date: string,
  quotes: readonly SeenQuote[],
  positions: readonly SeenPosition[],
): Decision {
  const open = quotes.filter(({ state, last }) => state === 'continuous' && last !== null)
  const quoteOf = (symbol: string): SeenQuote | undefined => open.find((quote) => quote.symbol === symbol)
  const close = positions.filter((position) => {
    const last = quoteOf(position.symbol)?.last
    if (last == null || position.openedOn >= date || position.closing > 0) return false
    const changeBp = ((last - position.price) * 10_000) / position.price
    const held = (Date.parse(date) - Date.parse(position.openedOn)) / dayMs
    return held >= strategy.days || changeBp >= strategy.gainBp || changeBp <= -strategy.lossBp
  })
  const hasToday = positions.some(({ openedOn }) => openedOn === date)
  if (hasToday || positions.length >= strategy.maxOpen) return { buy: null, close }
  const changeOf = ({ last, reference }: SeenQuote): number => (last! - reference) / reference
  const ordered = open
    .filter(({ symbol }) => strategy.symbols.includes(symbol))
    .toSorted((a, b) => changeOf(a) - changeOf(b) || (a.symbol < b.symbol ? -1 : 1))
  const chosen = strategy.pick === 'weakest' ? ordered[0] : ordered.at(-1)
  return { buy: chosen?.symbol ?? null, close }
}
