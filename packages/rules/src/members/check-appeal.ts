import type { RefusalCode } from '@fairlot/contract'
import { membersRules } from './limits.ts'

/** A decided appeal does not change. */
export const appealTransitions = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
] as const

export function checkStatement(statement: string): RefusalCode | undefined {
  const length = [...statement.trim()].length
  if (length < membersRules.appealMin.default || length > membersRules.appealMax.default)
    return 'input.text-length'
  return undefined
}
