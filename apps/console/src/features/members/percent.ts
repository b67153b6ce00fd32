/** 21432 hundredths of a per cent → 214.3%. */
export const percentOf = (bp: number): string => `${(bp / 100).toFixed(1)}%`
