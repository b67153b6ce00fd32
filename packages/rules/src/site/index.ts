export { type BookedRule, rulebook } from './rulebook.ts'
export {
  costsMore,
  earliestStart,
  isSettable,
  noticeDays,
  type RuleChangeRefusal,
  refuseRuleValue,
  ruleDayStart,
} from './rule-change.ts'
export {
  parseRuleText,
  ruleInput,
  type RuleUnits,
  clockText,
  ruleText,
  ruleUnitsEn,
  ruleUnitsTw,
} from './rule-text.ts'
export { type ConfigName, configNames, isConfigName, menuEntries, refuseConfigValue } from './site-config.ts'
export { ruleTitlesEn } from './titles-en.ts'
export { ruleTitlesTw } from './titles-tw.ts'
