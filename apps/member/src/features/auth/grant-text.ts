import { formatMoney } from '@fairlot/money'
import { membersRules } from '@fairlot/rules/members'

/** The practice money of a new member, as whole dollars in a sentence, because every grant is whole. */
export const grantText = (): string =>
  formatMoney(BigInt(membersRules.practiceGrant.default), { symbol: true }).replace(/\.00$/, '')
