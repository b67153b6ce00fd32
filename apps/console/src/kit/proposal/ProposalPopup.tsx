import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
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
  /** Undefined when the form itself already shows what is missing. */
  readonly onSend: () => Promise<Sent<Proposal>> | undefined
  /** Reads the page's data again. */
  readonly onSent: () => Promise<void>
  /** The queue tab of the proposal. */
  readonly kind: string
}

/**
 * A form that proposes. It changes nothing on the page: the proposal waits for a second operator, and the popup says
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
                onPress={() => void navigate(`/queue?kind=${kind}&review=${sent.reviewId}`)}
              >
                {texts.look}
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
