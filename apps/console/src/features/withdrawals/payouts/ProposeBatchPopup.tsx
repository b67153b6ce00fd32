import { Field, Note, useForm } from '@fairlot/ui'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { required } from '#kit/form/required.ts'
import { moneyText } from '#kit/money-text.ts'
import { call } from '#shell/client.ts'
import type { Queued } from './payouts.ts'
import { payoutsTexts } from './texts/index.ts'

interface ProposeBatchPopupProps {
  readonly queued: Queued
  readonly onClose: () => void
}

export function ProposeBatchPopup({ queued: { currency, count, total }, onClose }: ProposeBatchPopupProps) {
  const texts = payoutsTexts.use().proposing
  const form = useForm({ fields: { why: required(texts.required, 300) } })
  return (
    <FormPopup
      title={texts.title(currency)}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={() =>
        form.validate()
          ? call('/withdrawals/proposeBatch', { currency, why: form.values.why.trim() })
          : undefined
      }
      onFailed={(text) => form.setServerError('why', text)}
      onDone={({ number }) =>
        finishProposal({ text: texts.sent(number), onClose, reads: ['/withdrawals/payouts'] })
      }
    >
      <Note>{texts.text(count, moneyText(total, currency))}</Note>
      <Field {...form.bind('why')} label={texts.why} help={texts.whyHelp} required />
    </FormPopup>
  )
}
