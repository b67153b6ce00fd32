// The venue's own indices, from its own trades: equal weights, chained from day to day.
// index = yesterday's close of the index x mean of (price / reference) over its members.

export const INDEX_BASE = 1_000_000

export interface IndexRule {
  readonly code: string
  readonly nameTw: string
  readonly nameEn: string
  readonly ruleTw: string
  readonly ruleEn: string
  readonly has: (instrument: IndexMember) => boolean
}

export interface IndexMember {
  readonly board: 'listed' | 'otc'
  readonly kind: 'stock' | 'etf'
  readonly industryEn: string
}

const ruleOf = (tw: string, en: string) => ({
  ruleTw: `${tw}等權重平均，以昨日收盤指數乘上各股現價與參考價之比的平均；基期 10,000 點，不含 ETF。`,
  ruleEn: `Equal-weighted over ${en}: yesterday's close of the index times the mean of price over reference; base 10,000 points, ETFs left out.`,
})

export const indexRules: readonly IndexRule[] = [
  {
    code: 'LISTED',
    nameTw: '上市指數',
    nameEn: 'Listed index',
    ...ruleOf('本站全部上市股票', 'every listed stock of this venue'),
    has: ({ board, kind }) => board === 'listed' && kind === 'stock',
  },
  {
    code: 'OTC',
    nameTw: '上櫃指數',
    nameEn: 'OTC index',
    ...ruleOf('本站全部上櫃股票', 'every over-the-counter stock of this venue'),
    has: ({ board, kind }) => board === 'otc' && kind === 'stock',
  },
  {
    code: 'SEMI',
    nameTw: '半導體指數',
    nameEn: 'Semiconductor index',
    ...ruleOf('本站上市與上櫃的半導體股', 'the semiconductor stocks of both boards'),
    has: ({ kind, industryEn }) => kind === 'stock' && industryEn === 'Semiconductor',
  },
  {
    code: 'FIN',
    nameTw: '金融指數',
    nameEn: 'Financial index',
    ...ruleOf('本站上市與上櫃的金融保險股', 'the financial and insurance stocks of both boards'),
    has: ({ kind, industryEn }) => kind === 'stock' && industryEn === 'Financial and Insurance',
  },
]

// Twelve digits keep the mean of a few hundred ratios exact to far less than a hundredth of a point.
const ratioScale = 1_000_000_000_000n

const divideRounded = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)

/** In hundredths of a point. A member that has not traded today counts with its reference. */
export function indexValue(
  previousClose: number,
  members: readonly { readonly last: number | null; readonly reference: number }[],
): number {
  if (members.length === 0) return previousClose
  let sum = 0n
  for (const { last, reference } of members) {
    sum += last === null ? ratioScale : divideRounded(BigInt(last) * ratioScale, BigInt(reference))
  }
  return Number(divideRounded(BigInt(previousClose) * sum, BigInt(members.length) * ratioScale))
}
