import type { BodyOf, DataOf } from '@fairlot/contract'
import type { AboutKind, SupportTopic } from '@fairlot/contract/support/states'
import type { IconName } from '@fairlot/ui'

export type About = NonNullable<BodyOf<'/support/open'>['about']>
export type ShownAbout = NonNullable<DataOf<'/support/read'>['thread']['about']>

export const iconOf: Readonly<Record<AboutKind, IconName>> = {
  order: 'trade',
  position: 'history',
  deposit: 'deposit',
  withdrawal: 'withdraw',
  refusal: 'blocked',
  score: 'loan',
}

export const topicOf: Readonly<Record<AboutKind, SupportTopic>> = {
  order: 'trading',
  position: 'trading',
  deposit: 'money',
  withdrawal: 'money',
  refusal: 'account',
  score: 'account',
}

/** Where the app shows it; undefined where no page does. */
export const hrefOf = ({ kind, id }: About): string | undefined => {
  switch (kind) {
    case 'deposit':
      return `/user/recharge?view=progress&id=${id}`
    case 'withdrawal':
      return `/user/withdraw?view=progress&id=${id}`
    case 'position':
      return `/position/positionDetail?id=${id}`
    case 'score':
      return '/user/pj?view=score'
    case 'order':
    case 'refusal':
      return undefined
  }
}
