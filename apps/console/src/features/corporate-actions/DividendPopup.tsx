import { Field, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { When } from '#kit/form/When.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { isCash, isPerThousand, microsOf, stockMicrosOf } from './cash.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './CorporateActions.module.css'

/** A proposal that another operator approves. The server checks the dates and the price. */
export function DividendPopup({ onClose }: { readonly onClose: () => void }) {
  const all = corporateActionsTexts.use()
  const texts = all.form
  const needed = required(texts.required)
  const form = useForm({
    fields: {
      symbol: needed,
      cash: {
        rules: [
          { required: true, message: texts.required },
          { validator: isCash, message: texts.bad },
        ],
      },
      stock: { rules: [{ validator: isPerThousand, message: texts.bad }] },
      exOn: needed,
      paysOn: needed,
      reason: needed,
    },
  })
  const send = () => {
    if (!form.validate()) return undefined
    const { symbol, cash, stock, exOn, paysOn, reason } = form.values
    return call('/corporate-actions/proposeDividend', {
      symbol: symbol.trim().toUpperCase(),
      cashMicros: microsOf(cash),
      stockMicros: stockMicrosOf(stock),
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
        <Field {...form.bind('cash')} label={texts.cash} inputMode="decimal" required />
        <Field {...form.bind('stock')} label={texts.stock} inputMode="decimal" />
        <When {...form.bind('exOn')} type="date" label={all.exOn} />
        <When {...form.bind('paysOn')} type="date" label={all.paysOn} />
      </div>
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}
