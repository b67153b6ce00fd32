import type { RefusalCode } from '@fairlot/contract'
import { membersRules } from './limits.ts'

export function checkStatement(statement: string): RefusalCode | undefined {
  const length = [...statement.trim()].length
  if (length < membersRules.appealMin.default || length > membersRules.appealMax.default)
    return 'input.text-length'
  return undefined
}
