import { StatusChip } from '@fairlot/ui'
import type { Mentor } from './mentor.ts'
import { mentorsTexts } from './texts/index.ts'

/** The level, and what a reader must know before the figures. */
export const MentorChips = ({ mentor: { level, state, isSimulated } }: { readonly mentor: Mentor }) => {
  const texts = mentorsTexts.use()
  return (
    <>
      {level === null ? (
        <StatusChip tone="warn">{texts.below}</StatusChip>
      ) : (
        <StatusChip tone="brand">{texts.levels[level]}</StatusChip>
      )}
      {state === 'closed' ? <StatusChip>{texts.closed}</StatusChip> : null}
      {isSimulated ? <StatusChip>{texts.simulated}</StatusChip> : null}
    </>
  )
}
