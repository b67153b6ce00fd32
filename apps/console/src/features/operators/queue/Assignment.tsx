import { Icon } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useMe } from '#shell/session.ts'
import { toggleTaken } from './assignment.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewRow } from './view.ts'
import styles from './Assignment.module.css'

/** Who works on the review, and the button that takes or releases it. */
export function Assignment({ review }: { readonly review: ReviewRow }) {
  const texts = queueTexts.use().assignment
  const me = useMe()
  const { assignedTo } = review
  const isMine = assignedTo?.operatorId === me?.operatorId
  if (assignedTo === null && !review.isMineToVote) return null
  return (
    <p className={styles.line}>
      <Icon name="follow" size={1} />
      <span>
        {assignedTo === null ? (
          texts.free
        ) : (
          <>
            {isMine ? texts.mine : texts.by(assignedTo.name)} <Moment at={assignedTo.since} />
          </>
        )}
      </span>
      {assignedTo === null || isMine ? (
        <ConsoleButton kind="text" small hotkey="T" onPress={() => void toggleTaken(review, me?.operatorId)}>
          {isMine ? texts.release : texts.take}
        </ConsoleButton>
      ) : null}
    </p>
  )
}
