export const periods = ['1m', '3m', '15m', '30m', 'day', 'month', 'year'] as const
export type Period = (typeof periods)[number]
