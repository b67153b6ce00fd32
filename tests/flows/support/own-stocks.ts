// A stock for each test of a file: the prices of one test do not affect the next, and no price move of one pauses another.

const stocks = [
  '1101',
  '1102',
  '1201',
  '1210',
  '1216',
  '1227',
  '1301',
  '1303',
  '1304',
  '1326',
  '1402',
  '1434',
  '2002',
  '2207',
  '2301',
  '2303',
  '2308',
  '2317',
  '2327',
  '2345',
  '2357',
  '2379',
  '2382',
  '2395',
  '2408',
  '2412',
]

export interface OwnStocks {
  /** All of them, and 2330, which the harness itself asks for its terms. */
  readonly symbols: readonly string[]
  /** The stock of the next test. */
  next(): string
}

export function ownStocks(tests: number): OwnStocks {
  if (tests > stocks.length) throw new Error(`there are stocks for ${stocks.length} tests, not for ${tests}`)
  const left = stocks.slice(0, tests)
  return {
    symbols: [...left, '2330'],
    next() {
      const symbol = left.shift()
      if (symbol === undefined) throw new Error(`the file has more than ${tests} tests: ask for more stocks`)
      return symbol
    },
  }
}
