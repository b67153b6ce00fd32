export { FoundRules } from './rules/FoundRules.tsx'
export { useFoundRules } from './rules/use-found-rules.ts'
