import {
  type PlacementKind,
  placementKinds,
  type PlacementMethod,
  placementMethods,
} from '@fairlot/contract/placements/states'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { parsePrice } from '@fairlot/money'
import { Field, type FieldSpec, Segments, useForm } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useId, useState } from 'react'
import { required } from '#kit/form/required.ts'
import { instantOf, When } from '#kit/form/When.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { placementsTexts } from './texts/index.ts'
import styles from './Placements.module.css'

interface Props {
  readonly seats: ConsoleDataOf<'/placements/published'>['seats']
  readonly onClose: () => void
}

/** A proposal that another operator approves. The server checks the terms and the seat's shares. */
export function PlacementPopup({ seats, onClose }: Props) {
  const all = placementsTexts.use()
  const texts = all.form
  const language = useLanguage()
  const seatId = useId()
  const [kind, setKind] = useState<PlacementKind>('placing')
  const [method, setMethod] = useState<PlacementMethod>('pro-rata')
  const [seat, setSeat] = useState(seats[0]?.code ?? '')
  const form = usePlacementForm()
  const { values } = form
  const send = () => {
    const price = parsePrice(values.price)
    if (!form.validate() || !price.ok) return undefined
    return call('/placements/proposePlacement', {
      kind,
      method,
      seat,
      symbol: values.symbol.trim().toUpperCase(),
      price: Number(price.value),
      lots: Number(values.lots),
      minLots: Number(values.minLots),
      maxLots: Number(values.maxLots),
      opensAt: instantOf(values.opensAt),
      closesAt: instantOf(values.closesAt),
      deliversOn: values.deliversOn,
      reason: values.reason.trim(),
    })
  }
  return (
    <ProposalPopup
      title={texts.title}
      kind="placement"
      onClose={onClose}
      onSent={() => refresh('/placements/published')}
      onSend={send}
    >
      <Segments
        label={texts.kind}
        value={kind}
        onChange={setKind}
        items={placementKinds.map((value) => ({ value, label: all.kinds[value] }))}
      />
      <Segments
        label={texts.method}
        value={method}
        onChange={setMethod}
        items={placementMethods.map((value) => ({ value, label: all.methods[value] }))}
      />
      <div className={styles.grid}>
        <label className={styles.when} htmlFor={seatId}>
          <span>{texts.seat}</span>
          <select id={seatId} value={seat} onChange={(event) => setSeat(event.target.value)}>
            {seats.map(({ code, name }) => (
              <option key={code} value={code}>
                {name[language]}
              </option>
            ))}
          </select>
        </label>
        <Field {...form.bind('symbol')} label={all.symbol} required />
        <Field {...form.bind('price')} label={all.price} inputMode="decimal" required />
        <Field {...form.bind('lots')} label={all.lots} inputMode="numeric" required />
        <Field
          {...form.bind('minLots')}
          label={texts.minLots}
          help={texts.lotHelp}
          inputMode="numeric"
          required
        />
        <Field {...form.bind('maxLots')} label={texts.maxLots} inputMode="numeric" required />
        <When {...form.bind('opensAt')} type="datetime-local" label={all.detail.opens} />
        <When {...form.bind('closesAt')} type="datetime-local" label={all.detail.closes} />
        <When {...form.bind('deliversOn')} type="date" label={all.detail.delivers} />
      </div>
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}

function usePlacementForm() {
  const texts = placementsTexts.use().form
  const needed = required(texts.required)
  const whole: FieldSpec = {
    rules: [
      { required: true, message: texts.required },
      { pattern: /^\d{1,9}$/, message: texts.bad },
    ],
  }
  const priced: FieldSpec = {
    rules: [
      { required: true, message: texts.required },
      { validator: (text) => parsePrice(text).ok, message: texts.bad },
    ],
  }
  return useForm({
    fields: {
      symbol: needed,
      price: priced,
      lots: whole,
      minLots: { ...whole, initial: '1' },
      maxLots: whole,
      opensAt: needed,
      closesAt: needed,
      deliversOn: needed,
      reason: needed,
    },
  })
}
