import type { VerificationState } from '@fairlot/contract/members'
import { StatusChip } from '@fairlot/ui'
import { membersTexts } from './texts/index.ts'

const chips = {
  unverified: { tone: 'neutral' },
  'under-review': { tone: 'warn', icon: 'clock' },
  verified: { tone: 'brand', icon: 'check' },
  rejected: { tone: 'crit', icon: 'warning' },
} as const satisfies Record<VerificationState, object>

export const VerificationChip = ({ state }: { state: VerificationState }) => (
  <StatusChip {...chips[state]}>{membersTexts.use().verification[state]}</StatusChip>
)
