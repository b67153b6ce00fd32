export { checkStatement } from './check-appeal.ts'
export { invitationCodeFrom, invitationSigns, plainInvitationCode } from './invitation-code.ts'
export { membersRules } from './limits.ts'
export { barOf, blockedAtSignIn, blockedBy, type Bar } from './restrictions.ts'
