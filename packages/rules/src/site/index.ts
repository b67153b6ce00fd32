export { type BookedRule, rulebook } from './rulebook.ts'
