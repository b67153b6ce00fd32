export { favouritesRules } from './limits.ts'
export { isSymbol } from './symbol.ts'
