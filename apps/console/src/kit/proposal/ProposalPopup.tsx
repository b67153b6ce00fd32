import { useState, type ReactNode } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { refresh } from '#shell/data.ts'
import { ConsoleButton } from '../ConsoleButton.tsx'
import { FormPopup } from '../form/FormPopup.tsx'
import type { Sent } from '../form/use-send.ts'
import { proposalTexts } from './texts/index.ts'

interface Proposal {
  readonly reviewId: string
  readonly number: string
}

interface ProposalPopupProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** Returns undefined when the form already shows what is missing. */
  readonly onSend: () => Promise<Sent<Proposal>> | undefined
  /** Reads the page's data again. */
  readonly onSent: () => Promise<void>
  /** The kind of review, which is also the tab of the queue. */
  readonly kind: string
}

/**
 * A form that sends a proposal. The proposal changes nothing until a second operator approves it, and the popup says
 * so.
 */
export function ProposalPopup({ title, children, onClose, onSend, onSent, kind }: ProposalPopupProps) {
  const texts = proposalTexts.use()
  const navigate = useNavigate()
  const [sent, setSent] = useState<Proposal>()
  return (
    <FormPopup
      wide
      title={title}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={onSend}
      onDone={async (proposal) => {
        setSent(proposal)
        await Promise.all([onSent(), refresh('/operators/queue', '/operators/queueCounts')])
      }}
      after={
        sent && {
          title: texts.sentTitle,
          body: <p>{texts.sent(sent.number)}</p>,
          actions: (
            <>
              <ConsoleButton
                kind="outline"
                onPress={() => navigate(`/queue?kind=${kind}&review=${sent.reviewId}`)}
              >
                {texts.view}
              </ConsoleButton>
              <ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>
            </>
          ),
        }
      }
    >
      {children}
    </FormPopup>
  )
}
