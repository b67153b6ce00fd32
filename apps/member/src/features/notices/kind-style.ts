import type { NoticeKind } from '@fairlot/contract/notices'
import type { IconName } from '@fairlot/ui'

/** The icon and colour of each kind. */
export const kindStyles: Record<
  NoticeKind,
  { readonly icon: IconName; readonly tone: 'plain' | 'brand' | 'warn' | 'crit' }
> = {
  site: { icon: 'news', tone: 'plain' },
  rules: { icon: 'warning', tone: 'crit' },
  funds: { icon: 'funds', tone: 'plain' },
  trading: { icon: 'trade', tone: 'plain' },
  security: { icon: 'shield-check', tone: 'warn' },
  identity: { icon: 'identity', tone: 'brand' },
}
