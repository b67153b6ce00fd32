// Parses the hashed leaf of a fill for the screen.

type Level = readonly [price: number, quantity: number]

export interface FillFacts {
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly quantity: number
  readonly sequence: string
  readonly event: string
  readonly decidedBy: string
  readonly taker: 'buy' | 'sell' | null
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly received: string
  readonly matched: string
  readonly settled: string
}

export const readFill = (body: string): FillFacts => JSON.parse(body) as FillFacts

/** How the price came about, as a code; the sentence is in the texts. */
export type Way = 'auction' | 'block' | 'best-ask' | 'best-bid' | 'own-price' | 'book'

export function wayOf({ decidedBy, taker, side, price, bids, asks }: FillFacts): Way {
  if (decidedBy === 'block') return 'block'
  if (decidedBy === 'auction' || taker === null) return 'auction'
  if (taker !== side) return 'own-price'
  const best = side === 'buy' ? asks[0]?.[0] : bids[0]?.[0]
  if (best !== price) return 'book'
  return side === 'buy' ? 'best-ask' : 'best-bid'
}

export const waitedMs = ({ received, matched }: FillFacts): number =>
  new Date(matched).getTime() - new Date(received).getTime()

/** With milliseconds, in Taipei time. */
export const clockText = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Taipei',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(new Date(instant))
