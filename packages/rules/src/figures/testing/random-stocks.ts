/** The stocks of random accounts, and the dates on which their money is due. */
export const symbols = ['2330', '2317', '2603', '0050'] as const
export const kindOf = (symbol: string) => (symbol === '0050' ? 'etf' : 'stock')
export const dues = ['2026-11-18', '2026-11-19'] as const
