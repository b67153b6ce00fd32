import { isTooShort } from '@fairlot/rules/operators'
import { Field, useForm } from '@fairlot/ui'
import { FormPopup } from '#kit/form/FormPopup.tsx'
import type { Failed } from '#shell/client.ts'
import { queueTexts } from './texts/index.ts'

const LONGEST = 200

interface PurposePopupProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The usual purpose; it can be changed. */
  readonly preset?: string | undefined
  /** Opens the data; returns the failure, if any. */
  readonly onGiven: (purpose: string) => Promise<Failed | undefined>
}

/** Asks for the purpose of opening personal data: the member will read it. */
export function PurposePopup({ open, onClose, preset = '', onGiven }: PurposePopupProps) {
  const texts = queueTexts.use().personal
  const form = useForm({
    fields: {
      purpose: {
        initial: preset,
        rules: [
          { required: true, message: texts.required },
          { validator: (text) => !isTooShort(text), message: texts.required },
          {
            validator: (text) => [...text].length <= LONGEST,
            message: texts.long(LONGEST),
            on: 'change',
          },
        ],
      },
    },
  })
  const give = async () => {
    const failed = await onGiven(form.values.purpose.trim())
    return failed ?? ({ ok: true, data: undefined } as const)
  }
  return (
    <FormPopup
      open={open}
      title={texts.title}
      cancel={texts.cancel}
      save={texts.open}
      enter={{}}
      onClose={onClose}
      onSend={() => (form.validate() ? give() : undefined)}
      onFailed={(text) => form.setServerError('purpose', text)}
      onDone={onClose}
    >
      <Field
        {...form.bind('purpose')}
        label={texts.purpose}
        help={texts.text}
        placeholder={texts.purposeHint}
        required
      />
    </FormPopup>
  )
}
