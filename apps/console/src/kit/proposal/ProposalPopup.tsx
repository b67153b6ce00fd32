import { Note } from '@fairlot/ui'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Failed } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { ConsoleButton } from '../ConsoleButton.tsx'
import { Popup } from '../Popup.tsx'
import { proposalTexts } from './texts/index.ts'

type Sent =
  { readonly ok: true; readonly data: { readonly reviewId: string; readonly number: string } } | Failed

interface ProposalPopupProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** Undefined when the form itself already shows what is missing. */
  readonly onSend: () => Promise<Sent> | undefined
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
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState<{ readonly reviewId: string; readonly number: string }>()
  const send = async () => {
    if (isBusy) return
    const asked = onSend()
    if (asked === undefined) return
    setBusy(true)
    setFailure(undefined)
    const answer = await asked
    setBusy(false)
    if (!answer.ok) return setFailure(await failureText(answer))
    setSent(answer.data)
    await Promise.all([onSent(), refresh('/operators/queue', '/operators/queueCounts')])
  }
  if (sent !== undefined)
    return (
      <Popup
        open
        onClose={onClose}
        title={texts.sentTitle}
        actions={
          <>
            <ConsoleButton
              kind="outline"
              onPress={() => void navigate(`/queue?kind=${kind}&review=${sent.reviewId}`)}
            >
              {texts.look}
            </ConsoleButton>
            <ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>
          </>
        }
      >
        <p>{texts.sent(sent.number)}</p>
      </Popup>
    )
  return (
    <Popup
      open
      wide
      onClose={onClose}
      title={title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </ConsoleButton>
        </>
      }
    >
      {children}
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
    </Popup>
  )
}
