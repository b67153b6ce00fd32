import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { parsePrice } from '@fairlot/money'
import { Field, type FieldSpec, Note, useForm } from '@fairlot/ui'
import { useId, useState } from 'react'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { call } from '#shell/client.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { blockTradesTexts } from './texts/index.ts'
import styles from './Listings.module.css'

interface ListingPopupProps {
  readonly seats: ConsoleDataOf<'/block-trades/listed'>['seats']
  readonly onClose: () => void
}

/** The price in hundredths; undefined for text that is none. */
const hundredthsOf = (text: string): number | undefined => {
  const parsed = parsePrice(text.replaceAll(',', ''))
  return parsed.ok ? Number(parsed.value) : undefined
}
const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text)

/** A listing of today: a proposal that another operator approves. The server checks price, lots and the seat's shares. */
export function ListingPopup({ seats, onClose }: ListingPopupProps) {
  const texts = blockTradesTexts.use().form
  const language = useLanguage()
  const seatId = useId()
  const [seat, setSeat] = useState(seats[0]?.code ?? '')
  const needed: FieldSpec = { initial: '', rules: [{ required: true, message: texts.required }] }
  const count: FieldSpec = {
    initial: '',
    rules: [{ validator: (value) => isCount(value.trim()), message: texts.numberBad }],
  }
  const form = useForm({
    fields: {
      symbol: needed,
      price: {
        initial: '',
        rules: [{ validator: (value) => hundredthsOf(value) !== undefined, message: texts.priceBad }],
      },
      lots: count,
      minLots: count,
      maxLots: count,
      password: needed,
      why: needed,
    },
  })
  const send = () => {
    if (!form.validate()) return undefined
    const { symbol, price, lots, minLots, maxLots, password, why } = form.values
    return call('/block-trades/proposeListing', {
      seat,
      symbol: symbol.trim(),
      price: hundredthsOf(price) ?? 0,
      lots: Number(lots),
      minLots: Number(minLots),
      maxLots: Number(maxLots),
      password,
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
        finishProposal({ text: texts.sent(number), onClose, reads: ['/block-trades/listed'] })
      }
    >
      <div className={styles.pair}>
        <div className={styles.choice}>
          <label htmlFor={seatId}>{texts.seat}</label>
          <select id={seatId} value={seat} onChange={(event) => setSeat(event.target.value)}>
            {seats.map(({ code, name }) => (
              <option key={code} value={code}>
                {name[language]}
              </option>
            ))}
          </select>
        </div>
        <Field {...form.bind('symbol')} label={texts.symbol} inputMode="numeric" required />
        <Field {...form.bind('price')} label={texts.price} inputMode="decimal" required />
        <Field {...form.bind('lots')} label={texts.lots} inputMode="numeric" required />
        <Field {...form.bind('minLots')} label={texts.minLots} inputMode="numeric" required />
        <Field {...form.bind('maxLots')} label={texts.maxLots} inputMode="numeric" required />
        <Field {...form.bind('password')} label={texts.password} help={texts.passwordHelp} required />
      </div>
      <Field {...form.bind('why')} label={texts.why} required />
      <Note>{texts.rule}</Note>
    </FormPopup>
  )
}
