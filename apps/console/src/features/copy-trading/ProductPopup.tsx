import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { parseMoney } from '@fairlot/money'
import { Field, type FieldSpec, Note, useForm } from '@fairlot/ui'
import { useId, useState } from 'react'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { instantOf, When } from '#kit/form/When.tsx'
import { call } from '#shell/client.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface ProductPopupProps {
  readonly mentors: ConsoleDataOf<'/copy-trading/listed'>['mentors']
  readonly maxTermDays: number
  readonly onClose: () => void
}

/** Cents as text; undefined for text that is no amount. */
const centsOf = (text: string): string | undefined => {
  const parsed = parseMoney(text.replaceAll(',', '').trim())
  return parsed.ok && parsed.value > 0n ? parsed.value.toString() : undefined
}

/** A proposal that another operator approves. The server checks the terms and the mentor. */
export function ProductPopup({ mentors, maxTermDays, onClose }: ProductPopupProps) {
  const texts = copyTradingTexts.use().form
  const mentorField = useId()
  const [mentorId, setMentor] = useState(mentors[0]?.mentorId ?? '')
  const needed: FieldSpec = { initial: '', rules: [{ required: true, message: texts.required }] }
  const amount: FieldSpec = {
    initial: '',
    rules: [{ validator: (value) => centsOf(value) !== undefined, message: texts.amountBad }],
  }
  const form = useForm({
    fields: {
      tw: needed,
      en: needed,
      minFollow: amount,
      maxTotal: amount,
      termDays: {
        initial: '',
        rules: [
          {
            validator: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= maxTermDays,
            message: texts.daysBad,
          },
        ],
      },
      deadline: needed,
      why: needed,
    },
  })
  const send = () => {
    if (!form.validate()) return undefined
    const { tw, en, minFollow, maxTotal, termDays, deadline, why } = form.values
    return call('/copy-trading/proposeProduct', {
      mentorId,
      name: { tw: tw.trim(), en: en.trim() },
      minFollow: centsOf(minFollow) ?? '0',
      maxTotal: centsOf(maxTotal) ?? '0',
      termDays: Number(termDays),
      deadline: instantOf(deadline),
      why: why.trim(),
    })
  }
  return (
    <FormPopup
      wide
      title={texts.title}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={send}
      onDone={({ number }) =>
        finishProposal({ text: texts.sent(number), onClose, reads: ['/copy-trading/listed'] })
      }
    >
      <div className={styles.pair}>
        <div className={styles.choice}>
          <label htmlFor={mentorField}>{texts.mentor}</label>
          <select id={mentorField} value={mentorId} onChange={(event) => setMentor(event.target.value)}>
            {mentors.map(({ mentorId: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <When {...form.bind('deadline')} type="datetime-local" label={texts.deadline} />
        <Field {...form.bind('tw')} label={texts.tw} required />
        <Field {...form.bind('en')} label={texts.en} required />
        <Field {...form.bind('minFollow')} label={texts.minimum} inputMode="decimal" required />
        <Field {...form.bind('maxTotal')} label={texts.total} inputMode="decimal" required />
        <Field {...form.bind('termDays')} label={texts.term(maxTermDays)} inputMode="numeric" required />
      </div>
      <Field {...form.bind('why')} label={texts.why} required />
      <Note>{texts.rule}</Note>
    </FormPopup>
  )
}
