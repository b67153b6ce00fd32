import { StatusChip } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { placementsTexts } from './texts/index.ts'
import type { Placement } from './use-placements.ts'

const tones = {
  open: 'brand',
  drawing: 'warn',
  allotting: 'warn',
  allotted: 'neutral',
  void: 'crit',
} as const

export const PlacementChip = ({
  placement: { state, opensAt, closesAt },
}: {
  readonly placement: Placement
}) => {
  const { states } = placementsTexts.use()
  const moment = useMoment()
  const now = useNow(5_000)
  if (state === 'open' && Date.parse(opensAt) > now)
    return <StatusChip tone="warn">{states.early(moment(opensAt))}</StatusChip>
  const shown = state === 'open' && Date.parse(closesAt) <= now ? 'drawing' : state
  return <StatusChip tone={tones[shown]}>{states[shown]}</StatusChip>
}
