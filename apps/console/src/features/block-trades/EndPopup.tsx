import { Field, Note, useForm } from '@fairlot/ui'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { call } from '#shell/client.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import type { Listing } from './listing.ts'
import { blockTradesTexts } from './texts/index.ts'

interface EndPopupProps {
  readonly listing: Listing
  readonly onClose: () => void
}

/** A proposal that another operator approves. */
export function EndPopup({ listing, onClose }: EndPopupProps) {
  const texts = blockTradesTexts.use().form
  const language = useLanguage()
  const form = useForm({
    fields: { why: { initial: '', rules: [{ required: true, message: texts.required }] } },
  })
  return (
    <FormPopup
      title={texts.endTitle(`${listing.name[language]} ${listing.symbol}`)}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={() =>
        form.validate()
          ? call('/block-trades/proposeEnd', { listingId: listing.listingId, why: form.values.why.trim() })
          : undefined
      }
      onDone={({ number }) =>
        finishProposal({ text: texts.sent(number), onClose, reads: ['/block-trades/listed'] })
      }
    >
      <Field {...form.bind('why')} label={texts.why} required />
      <Note>{texts.endRule}</Note>
    </FormPopup>
  )
}
