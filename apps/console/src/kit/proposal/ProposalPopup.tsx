import { Note } from '@fairlot/ui'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Failed } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { DeskButton } from '../DeskButton.tsx'
import { Popup } from '../Popup.tsx'
import { proposalTexts } from './texts/index.ts'

type Sent =
  { readonly ok: true; readonly data: { readonly reviewId: string; readonly number: string } } | Failed

interface ProposalPopupProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** Undefined where the form itself has said what is missing. */
  readonly onSend: () => Promise<Sent> | undefined
  /** Asks again what the page shows. */
  readonly onSent: () => Promise<void>
  /** The tab of the queue the proposal stands in. */
  readonly kind: string
}

/** A form that proposes. Nothing of the page changes by it: it waits for a second person, and the popup says so. */
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
            <DeskButton
              kind="outline"
              onPress={() => void navigate(`/queue?kind=${kind}&review=${sent.reviewId}`)}
            >
              {texts.look}
            </DeskButton>
            <DeskButton onPress={onClose}>{texts.done}</DeskButton>
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
          <DeskButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </DeskButton>
          <DeskButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </DeskButton>
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
