import type { ReviewKind } from '@fairlot/contract/operators'
import type { IconName } from '@fairlot/ui'

export const kindIcons: Readonly<Record<ReviewKind, IconName>> = {
  identity: 'identity',
  'bank-account': 'bank',
  deposit: 'deposit',
  withdrawal: 'withdraw',
  'payout-batch': 'doc',
  'payout-return': 'reload',
  'day-trading': 'bolt',
  recovery: 'key',
  appeal: 'headset',
  restriction: 'blocked',
  'restriction-lift': 'check',
  journal: 'table',
  'rule-change': 'sliders',
  'site-config': 'grid',
  channel: 'card',
  closure: 'calendar',
  'market-halt': 'pause',
  'market-resume': 'market',
  operator: 'follow',
  'coupon-grant': 'ticket',
  notice: 'bell',
}
