export { isDocumentNumber, maskNumber, numberSpace, plainNumber } from './document-number.ts'
export { identityRules } from './limits.ts'
export { ageOn, isBirthDate, isName, maskName, plainName } from './person.ts'
export {
  type IdentityDeed,
  identityDeeds,
  type IdentityTier,
  identityTiers,
  mayDo,
  type Standing,
  type Tier,
  tiersOf,
} from './tiers.ts'
export { fieldsOf, fieldsToSend, identityTransitions, mayMove } from './transitions.ts'
