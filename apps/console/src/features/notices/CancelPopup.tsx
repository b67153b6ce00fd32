import { Field, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { noticesTexts } from './texts/index.ts'

interface CancelPopupProps {
  readonly noticeId: string
  readonly onClose: () => void
}

/** A proposal that another operator approves: the notice was approved by two. */
export function CancelPopup({ noticeId, onClose }: CancelPopupProps) {
  const texts = noticesTexts.use().cancelling
  const form = useForm({ fields: { reason: required(texts.required) } })
  return (
    <ProposalPopup
      title={texts.title}
      kind="notice"
      onClose={onClose}
      onSent={() => refresh('/notices/sent')}
      onSend={() =>
        form.validate()
          ? call('/notices/proposeNoticeCancel', { noticeId, reason: form.values.reason.trim() })
          : undefined
      }
    >
      <p>{texts.lead}</p>
      <Field {...form.bind('reason')} label={texts.reason} required />
    </ProposalPopup>
  )
}
