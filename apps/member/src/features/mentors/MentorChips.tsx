import { StatusChip } from '@fairlot/ui'
import type { Mentor } from './mentor.ts'
import { mentorsTexts } from './texts/index.ts'

/** The level, and what a reader must know before the figures. */
export const MentorChips = ({
  mentor: { level, figures, state, isSimulated },
}: {
  readonly mentor: Mentor
}) => {
  const texts = mentorsTexts.use()
  return (
    <>
      {level === null ? null : <StatusChip tone="brand">{texts.levels[level]}</StatusChip>}
      {level === null && figures !== null ? <StatusChip tone="warn">{texts.below}</StatusChip> : null}
      {state === 'closed' ? <StatusChip>{texts.closed}</StatusChip> : null}
      {isSimulated ? <StatusChip>{texts.simulated}</StatusChip> : null}
    </>
  )
}
