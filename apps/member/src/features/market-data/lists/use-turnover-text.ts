import { displayNumber } from '@fairlot/money'
import { useSite } from '#shell/site.ts'

/** How turnover is shown, with the site's suffix for millions. */
export const useTurnoverText = (): ((turnover: number) => string) => {
  const millionSuffix = useSite().get('number_million_suffix') ?? 'juta'
  return (turnover) => displayNumber(BigInt(turnover), { decimals: 2, millionSuffix })
}
