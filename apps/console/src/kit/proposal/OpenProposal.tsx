import { Note, TextLink } from '@fairlot/ui'
import { proposalTexts } from './texts/index.ts'

interface OpenProposalProps {
  readonly kind: string
  readonly proposal: { readonly reviewId: string; readonly number: string; readonly by: string }
}

/** A proposal that waits for a second operator, with a link to the review. */
export function OpenProposal({ kind, proposal }: OpenProposalProps) {
  const texts = proposalTexts.use()
  return (
    <Note tone="warn" icon="clock">
      {texts.waits(proposal.number, proposal.by)}{' '}
      <TextLink inline href={`#/queue?kind=${kind}&review=${proposal.reviewId}`}>
        {texts.open}
      </TextLink>
    </Note>
  )
}
