import { Field, Note, useForm } from '@fairlot/ui'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { withdrawalsTexts } from './texts/index.ts'

interface ReturnPopupProps {
  readonly withdrawalId: string
  readonly onClose: () => void
}

export function ReturnPopup({ withdrawalId, onClose }: ReturnPopupProps) {
  const texts = withdrawalsTexts.use().returning
  const form = useForm({ fields: { reason: required(texts.required, 300) } })
  return (
    <FormPopup
      title={texts.title}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={() =>
        form.validate()
          ? call('/withdrawals/proposeReturn', { withdrawalId, reason: form.values.reason.trim() })
          : undefined
      }
      onFailed={(text) => form.setServerError('reason', text)}
      onDone={({ number }) =>
        finishProposal({ text: texts.sent(number), onClose, reads: ['/withdrawals/record'] })
      }
    >
      <Note>{texts.text}</Note>
      <Field {...form.bind('reason')} label={texts.reason} help={texts.reasonHelp} required />
    </FormPopup>
  )
}
