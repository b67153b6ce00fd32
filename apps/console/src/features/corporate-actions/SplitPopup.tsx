import { Field, type Rule, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { When } from '#kit/form/When.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { isShareCount } from './cash.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './CorporateActions.module.css'

/** A proposal that another operator approves. The server checks the ratio and the dates. */
export function SplitPopup({ onClose }: { readonly onClose: () => void }) {
  const all = corporateActionsTexts.use()
  const texts = all.splitForm
  const needed = required(all.form.required)
  const count: readonly Rule[] = [
    { required: true, message: all.form.required },
    { validator: isShareCount, message: all.form.bad },
  ]
  const form = useForm({
    fields: {
      symbol: needed,
      from: { rules: count },
      to: { rules: count },
      exOn: needed,
      paysOn: needed,
      reason: needed,
    },
  })
  const send = () => {
    if (!form.validate()) return undefined
    const { symbol, from, to, exOn, paysOn, reason } = form.values
    return call('/corporate-actions/proposeSplit', {
      symbol: symbol.trim().toUpperCase(),
      splitFrom: Number(from.trim()),
      splitTo: Number(to.trim()),
      exOn,
      paysOn,
      reason: reason.trim(),
    })
  }
  return (
    <ProposalPopup
      title={texts.title}
      kind="corporate-actions"
      onClose={onClose}
      onSent={() => refresh('/corporate-actions/published')}
      onSend={send}
    >
      <div className={styles.grid}>
        <Field {...form.bind('symbol')} label={all.symbol} required />
        <Field {...form.bind('from')} label={texts.from} inputMode="numeric" required />
        <Field {...form.bind('to')} label={texts.to} inputMode="numeric" required />
        <When {...form.bind('exOn')} type="date" label={texts.exOn} />
        <When {...form.bind('paysOn')} type="date" label={texts.paysOn} />
      </div>
      <Field {...form.bind('reason')} label={all.form.reason} multiline required />
    </ProposalPopup>
  )
}
