import { useLanguage } from '@fairlot/app-shell/language'
import { DEFAULT_MILLION_SUFFIX, displayNumber } from '@fairlot/money'
import { useSite } from '#shell/site.ts'

/** How turnover is shown, with the site's suffix for millions: one, or `tw|en`. */
export const useTurnoverText = (): ((turnover: number) => string) => {
  const [tw = '', en = tw] = (useSite().get('number_million_suffix') ?? DEFAULT_MILLION_SUFFIX).split('|')
  const millionSuffix = useLanguage() === 'tw' ? tw : en
  return (turnover) => displayNumber(BigInt(turnover), { decimals: 2, millionSuffix })
}
