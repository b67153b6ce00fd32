import type { VerificationState } from '@fairlot/contract/members'
import { StatusChip } from '@fairlot/ui'
import { membersTexts } from './texts/index.ts'

const looks = {
  unverified: { tone: 'neutral' },
  'under-review': { tone: 'warn', icon: 'clock' },
  verified: { tone: 'brand', icon: 'check' },
  rejected: { tone: 'crit', icon: 'warning' },
} as const satisfies Record<VerificationState, object>

export const VerificationChip = ({ state }: { state: VerificationState }) => (
  <StatusChip {...looks[state]}>{membersTexts.use().verification[state]}</StatusChip>
)
