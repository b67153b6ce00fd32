export { type SupportTerms, supportRules, supportTermsOf } from './limits.ts'
export { type SupportMacro, supportMacros } from './macros.ts'
export { addServiceMinutes, nearestRank, type ServiceHours, serviceMinutesBetween } from './service-time.ts'
export { supportTransitions } from './states.ts'
