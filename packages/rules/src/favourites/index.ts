export {
  type AlertGround,
  type AlertKind,
  type AlertTerms,
  isAlertPossible,
  isReached,
  moveOf,
} from './alerts.ts'
export { groupNameFrom } from './group-name.ts'
export { favouritesRules } from './limits.ts'
export { isSymbol } from './symbol.ts'
