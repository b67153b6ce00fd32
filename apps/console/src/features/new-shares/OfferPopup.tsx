import { parsePrice } from '@fairlot/money'
import { type PaymentMode, paymentModes } from '@fairlot/contract/new-shares/states'
import { Field, type FieldSpec, Segments, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { optional, required } from '#kit/form/required.ts'
import { instantOf, When } from '#kit/form/When.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { offersTexts } from './texts/index.ts'
import styles from './Offers.module.css'

const moments = ['announcesAt', 'opensAt', 'closesAt', 'drawsAt', 'payBy'] as const
const days = ['issuesOn', 'listsOn'] as const

const hundredths = (text: string): number | null => {
  const parsed = text.trim() === '' ? null : parsePrice(text)
  return parsed?.ok === true ? Number(parsed.value) : null
}

export function OfferPopup({ onClose }: { readonly onClose: () => void }) {
  const all = offersTexts.use()
  const texts = all.form
  const [paymentMode, setMode] = useState<PaymentMode>('prepaid')
  const form = useOfferForm()
  const { values } = form
  const labels = {
    announcesAt: all.detail.announces,
    opensAt: all.detail.opens,
    closesAt: all.detail.closes,
    drawsAt: all.detail.draws,
    payBy: all.detail.payBy,
    issuesOn: all.detail.issues,
    listsOn: all.detail.lists,
  }
  const send = () => {
    const price = parsePrice(values.price)
    if (!form.validate() || !price.ok) return undefined
    const [announcesAt, opensAt, closesAt, drawsAt, payBy] = moments.map((name) => instantOf(values[name]))
    return call('/new-shares/proposeOffer', {
      symbol: values.symbol.trim().toUpperCase(),
      name: { tw: values.tw.trim(), en: values.en.trim() },
      industry: { tw: values.industryTw.trim(), en: values.industryEn.trim() },
      price: String(price.value),
      lots: Number(values.lots),
      minShares: Number(values.minShares),
      maxPerMember: Number(values.maxPerMember),
      paymentMode,
      pe: hundredths(values.pe),
      industryPe: hundredths(values.industryPe),
      announcesAt: announcesAt!,
      opensAt: opensAt!,
      closesAt: closesAt!,
      drawsAt: drawsAt!,
      payBy: payBy!,
      issuesOn: values.issuesOn,
      listsOn: values.listsOn,
      reason: values.reason.trim(),
    })
  }
  return (
    <ProposalPopup
      title={texts.title}
      kind="offer"
      onClose={onClose}
      onSent={() => refresh('/new-shares/published')}
      onSend={send}
    >
      <div className={styles.grid}>
        <Field {...form.bind('symbol')} label={all.symbol} required />
        <Field {...form.bind('tw')} label={texts.nameTw} required />
        <Field {...form.bind('en')} label={texts.nameEn} required />
        <Field {...form.bind('industryTw')} label={texts.industryTw} required />
        <Field {...form.bind('industryEn')} label={texts.industryEn} required />
        <Field {...form.bind('price')} label={all.price} inputMode="decimal" required />
        <Field {...form.bind('lots')} label={all.lots} inputMode="numeric" required />
        <Field {...form.bind('minShares')} label={texts.minShares} inputMode="numeric" required />
        <Field {...form.bind('maxPerMember')} label={texts.maxPerMember} inputMode="numeric" required />
        <Field {...form.bind('pe')} label={texts.pe} help={texts.peHelp} inputMode="decimal" />
        <Field {...form.bind('industryPe')} label={texts.industryPe} inputMode="decimal" />
      </div>
      <Segments
        label={all.detail.mode}
        value={paymentMode}
        onChange={setMode}
        items={paymentModes.map((value) => ({ value, label: all.detail.modes[value] }))}
      />
      <div className={styles.grid}>
        {moments.map((name) => (
          <When key={name} {...form.bind(name)} type="datetime-local" label={labels[name]} />
        ))}
        {days.map((name) => (
          <When key={name} {...form.bind(name)} type="date" label={labels[name]} />
        ))}
      </div>
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}

function useOfferForm() {
  const texts = offersTexts.use().form
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
      tw: needed,
      en: needed,
      industryTw: needed,
      industryEn: needed,
      price: priced,
      lots: whole,
      minShares: { ...whole, initial: '1000' },
      maxPerMember: { ...whole, initial: '1' },
      pe: optional,
      industryPe: optional,
      announcesAt: needed,
      opensAt: needed,
      closesAt: needed,
      drawsAt: needed,
      payBy: needed,
      issuesOn: needed,
      listsOn: needed,
      reason: needed,
    },
  })
}
