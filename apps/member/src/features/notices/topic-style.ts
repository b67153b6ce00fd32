import type { NoticeTopic } from '@fairlot/contract/notices'
import type { IconName } from '@fairlot/ui'

/** The icon and colour of each topic. */
export const topicStyles: Record<
  NoticeTopic,
  { readonly icon: IconName; readonly tone: 'plain' | 'brand' | 'warn' | 'crit' }
> = {
  fills: { icon: 'receipt', tone: 'plain' },
  orders: { icon: 'reload', tone: 'plain' },
  alerts: { icon: 'bell', tone: 'brand' },
  margin: { icon: 'warning', tone: 'warn' },
  'day-trading': { icon: 'trade', tone: 'plain' },
  site: { icon: 'news', tone: 'plain' },
  rules: { icon: 'warning', tone: 'crit' },
  funds: { icon: 'funds', tone: 'plain' },
  security: { icon: 'shield-check', tone: 'warn' },
  identity: { icon: 'identity', tone: 'brand' },
}
