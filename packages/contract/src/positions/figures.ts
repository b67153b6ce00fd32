/** The terms of total assets, in the order in which they are shown; they add up to it. Debts are negative. */
export const figureTerms = [
  'available',
  'held',
  'unsettled',
  'collateral',
  'foreign',
  'marketValue',
  'loans',
] as const
export type FigureTerm = (typeof figureTerms)[number]

/** What the terms consist of. Loans: cash, borrowed shares at market, interest, amounts owed on a settlement date. */
export const figureParts = [
  'available',
  'held',
  'unsettled',
  'collateral',
  'shares',
  'cashLoans',
  'borrowedShares',
  'interest',
  'owed',
  'dividends',
  'foreign',
] as const
export type FigurePart = (typeof figureParts)[number]

/** The lines of the allocation: a stock at market, cash, collateral, foreign cash; and what is owed for them. */
export const figureAllocations = ['stock', 'cash', 'collateral', 'foreign', 'loan', 'borrowed'] as const
export type FigureAllocation = (typeof figureAllocations)[number]
