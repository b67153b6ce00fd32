// Figures of companies as the exchanges publish them, in integers. An absent figure is null: a company with a loss has
// no price-earnings ratio, and a dividend may be announced before its amount.

export interface Valuation {
  /** Hundredths. */
  readonly pe: number | null
  /** Hundredths of a percent. */
  readonly yieldBp: number | null
  readonly pb: number | null
}

/** Thousands of dollars. */
export interface Revenue {
  readonly revenue: number
  readonly monthBefore: number | null
  readonly yearBefore: number | null
}

/** Hundredths of a dollar per share, from the beginning of the year to the end of the quarter. */
export interface Earnings {
  readonly eps: number | null
}

export interface Dividend {
  /** Hundred-millionths of a dollar per share. */
  readonly cash: number | null
  /** New shares per share, in hundred-millionths. */
  readonly stock: number | null
}

/** Net buying in shares. The three add up to the total. */
export interface Institutions {
  readonly foreign: number
  readonly trust: number
  readonly dealer: number
  readonly total: number
}

/** Lots, and of the day before. */
export interface MarginBalances {
  readonly margin: number
  readonly marginBefore: number
  readonly short: number
  readonly shortBefore: number
}

export interface Fundamentals {
  readonly valuation: Valuation
  readonly revenue: Revenue
  readonly earnings: Earnings
  readonly dividend: Dividend
  readonly institutions: Institutions
  readonly margin: MarginBalances
}

export type FundamentalKind = keyof Fundamentals

/** Days of these are kept only so long; the other kinds stay. */
export const dailyKinds = [
  'valuation',
  'institutions',
  'margin',
] as const satisfies readonly FundamentalKind[]
export const dailyKeptDays = 60
