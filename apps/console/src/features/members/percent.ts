import { divide } from '@fairlot/money'

/** 21432 hundredths of a per cent → 214.3%, rounded half away from zero. */
export const percentOf = (bp: number): string => `${(Number(divide(BigInt(bp), 10n)) / 10).toFixed(1)}%`
