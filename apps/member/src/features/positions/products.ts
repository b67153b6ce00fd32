export const productNames = ['all', 'competition', 'auction', 'etf', 'placing'] as const
export type Product = (typeof productNames)[number]

export const isProduct = (name: string | null): name is Product => productNames.some((each) => each === name)

/** An order in the book is a competition order or an ETF order; auction and placing need an application. */
export const isOfProduct = (product: Product, kind: 'stock' | 'etf' | undefined): boolean =>
  product === 'all' || product === (kind === 'etf' ? 'etf' : 'competition')
