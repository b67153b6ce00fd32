import { parsePrice } from '@fairlot/money'
import { Field, type FieldSpec, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { instantOf, When } from '#kit/form/When.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

const moments = ['startsAt', 'closesAt', 'opensAt', 'payBy'] as const

export function AuctionPopup({ onClose }: { readonly onClose: () => void }) {
  const all = auctionsTexts.use()
  const texts = all.form
  const form = useAuctionForm()
  const { values } = form
  const labels = {
    startsAt: all.detail.starts,
    closesAt: all.detail.closes,
    opensAt: all.detail.opens,
    payBy: all.detail.payBy,
  }
  const send = () => {
    const floor = parsePrice(values.floor)
    if (!form.validate() || !floor.ok) return undefined
    return call('/auctions/proposeAuction', {
      symbol: values.symbol.trim().toUpperCase(),
      name: { tw: values.tw.trim(), en: values.en.trim() },
      industry: { tw: values.industryTw.trim(), en: values.industryEn.trim() },
      floorPrice: String(floor.value),
      lots: Number(values.lots),
      minLots: Number(values.minLots),
      maxLots: Number(values.maxLots),
      startsAt: instantOf(values.startsAt),
      closesAt: instantOf(values.closesAt),
      opensAt: instantOf(values.opensAt),
      payBy: instantOf(values.payBy),
      listsOn: values.listsOn,
      reason: values.reason.trim(),
    })
  }
  return (
    <ProposalPopup
      title={texts.title}
      kind="auction"
      onClose={onClose}
      onSent={() => refresh('/auctions/published')}
      onSend={send}
    >
      <div className={styles.grid}>
        <Field {...form.bind('symbol')} label={all.symbol} required />
        <Field {...form.bind('tw')} label={texts.nameTw} required />
        <Field {...form.bind('en')} label={texts.nameEn} required />
        <Field {...form.bind('industryTw')} label={texts.industryTw} required />
        <Field {...form.bind('industryEn')} label={texts.industryEn} required />
        <Field {...form.bind('floor')} label={all.floor} inputMode="decimal" required />
        <Field {...form.bind('lots')} label={all.lots} inputMode="numeric" required />
        <Field {...form.bind('minLots')} label={texts.minLots} inputMode="numeric" required />
        <Field {...form.bind('maxLots')} label={texts.maxLots} inputMode="numeric" required />
      </div>
      <div className={styles.grid}>
        {moments.map((name) => (
          <When key={name} {...form.bind(name)} type="datetime-local" label={labels[name]} />
        ))}
        <When {...form.bind('listsOn')} type="date" label={all.detail.lists} />
      </div>
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}

function useAuctionForm() {
  const texts = auctionsTexts.use().form
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
      floor: priced,
      lots: whole,
      minLots: { ...whole, initial: '1' },
      maxLots: whole,
      startsAt: needed,
      closesAt: needed,
      opensAt: needed,
      payBy: needed,
      listsOn: needed,
      reason: needed,
    },
  })
}
