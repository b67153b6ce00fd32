import { Note } from '@fairlot/ui'
import { ConsoleButton } from '../ConsoleButton.tsx'
import { useAddress } from '../use-address.ts'
import styles from './WaitingProposals.module.css'

interface Waiting {
  readonly reviewId: string
  /** What is proposed, and by whom. */
  readonly text: string
  /** The text of the link to the review. */
  readonly link: string
}

interface WaitingProposalsProps {
  /** The kind of review, which is also the tab of the queue. */
  readonly kind: string
  readonly proposals: readonly Waiting[]
}

/** Proposals that wait for a second operator, each with a link to its review. */
export function WaitingProposals({ kind, proposals }: WaitingProposalsProps) {
  const { toReview } = useAddress()
  if (proposals.length === 0) return null
  return (
    <div className={styles.list}>
      {proposals.map(({ reviewId, text, link }) => (
        <Note key={reviewId} tone="warn">
          {text}{' '}
          <ConsoleButton kind="text" small onPress={() => toReview(kind, reviewId)}>
            {link}
          </ConsoleButton>
        </Note>
      ))}
    </div>
  )
}
