import { formatMoney } from '@fairlot/money'
import { membersRules } from '@fairlot/rules/members'

/** How much paper money a new member receives; whole dollars in a sentence, because every grant is. */
export const grantText = (): string =>
  formatMoney(BigInt(membersRules.practiceGrant.default), { symbol: true }).replace(/\.00$/, '')
