import { Field, Note, useForm } from '@fairlot/ui'
import type { ComponentProps } from 'react'
import { required } from '../form/required.ts'
import { ProposalPopup } from './ProposalPopup.tsx'

type PopupProps = ComponentProps<typeof ProposalPopup>

interface ReasonPopupProps extends Pick<PopupProps, 'kind' | 'onClose' | 'onSent'> {
  readonly texts: {
    readonly title: string
    /** What happens after the approval. */
    readonly text: string
    readonly reason: string
    readonly required: string
  }
  readonly onSend: (reason: string) => ReturnType<PopupProps['onSend']>
}

/** A proposal that needs nothing but a reason, such as to take something down. */
export function ReasonPopup({ texts, onSend, ...popup }: ReasonPopupProps) {
  const form = useForm({ fields: { reason: required(texts.required, 1_000) } })
  return (
    <ProposalPopup
      {...popup}
      title={texts.title}
      onSend={() => (form.validate() ? onSend(form.values.reason.trim()) : undefined)}
    >
      <Note>{texts.text}</Note>
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}
