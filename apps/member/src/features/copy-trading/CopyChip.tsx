import { StatusChip } from '@fairlot/ui'
import type { Copy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'

const tones = {
  'under-review': 'warn',
  following: 'brand',
  paused: 'warn',
  ended: 'neutral',
  cancelled: 'crit',
} as const

/** The state of a copy; a paused one says so instead of following. */
export const CopyChip = ({ copy: { state, isPaused } }: { readonly copy: Copy }) => {
  const shown = state === 'following' && isPaused ? 'paused' : state
  return <StatusChip tone={tones[shown]}>{copyTradingTexts.use().states[shown]}</StatusChip>
}
