import { Checkbox, Field, Segments, useForm } from '@fairlot/ui'
import { formatMoney, parseMoney } from '@fairlot/money'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { optional, required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { couponsTexts } from './texts/index.ts'
import styles from './Coupons.module.css'

export function GrantPopup({ onClose }: { readonly onClose: () => void }) {
  const texts = couponsTexts.use().form
  const [to, setTo] = useState<'one' | 'many'>('one')
  const [verifiedOnly, setVerifiedOnly] = useState(false)
  const [counted, setCounted] = useState<string>()
  const form = useGrantForm(to)
  const { account, from, till, tw, en, amount, lastDay, reason } = form.values
  const money = parseMoney(amount)
  const audience =
    to === 'one'
      ? ({ kind: 'member', account: account.trim() } as const)
      : ({ kind: 'joined', from, to: till, verifiedOnly } as const)
  const count = async () => {
    const whom = to === 'one' ? (['account'] as const) : (['till', 'from'] as const)
    const missing = whom.filter((name) => form.values[name].trim() === '')
    for (const name of missing) form.setServerError(name, texts.required)
    if (missing.length > 0) return
    const answer = await call('/coupons/countAudience', { audience })
    setCounted(
      answer.ok
        ? texts.counted(
            answer.data.members,
            formatMoney((money.ok ? BigInt(money.value) : 0n) * BigInt(answer.data.members)),
          )
        : await failureText(answer),
    )
  }
  return (
    <ProposalPopup
      title={texts.title}
      kind="coupon-grant"
      onClose={onClose}
      onSent={() => refresh('/coupons/grants')}
      onSend={() => {
        if (!form.validate() || !money.ok) return undefined
        return call('/coupons/proposeGrant', {
          audience,
          name: { tw: tw.trim(), en: en.trim() },
          fee: 'brokerage',
          amount: String(money.value),
          lastDay,
          reason: reason.trim(),
        })
      }}
    >
      <Segments
        label={texts.to}
        value={to}
        onChange={(next) => {
          setTo(next)
          setCounted(undefined)
        }}
        items={[
          { value: 'one', label: texts.one },
          { value: 'many', label: texts.many },
        ]}
      />
      <Whom to={to} form={form} verifiedOnly={verifiedOnly} onVerifiedOnly={setVerifiedOnly} />
      <Coupon form={form} />
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
      <p className={styles.count}>
        <ConsoleButton small kind="quiet" onPress={() => void count()}>
          {texts.count}
        </ConsoleButton>
        <span role="status">{counted}</span>
      </p>
    </ProposalPopup>
  )
}

interface WhomProps {
  readonly to: 'one' | 'many'
  readonly form: ReturnType<typeof useGrantForm>
  readonly verifiedOnly: boolean
  readonly onVerifiedOnly: (isOn: boolean) => void
}

function Whom({ to, form, verifiedOnly, onVerifiedOnly }: WhomProps) {
  const texts = couponsTexts.use().form
  if (to === 'one')
    return <Field {...form.bind('account')} label={texts.account} inputMode="numeric" required />
  return (
    <>
      <div className={styles.pair}>
        <Day {...form.bind('from')} label={texts.from} />
        <Day {...form.bind('till')} label={texts.till} />
      </div>
      <Checkbox checked={verifiedOnly} onChange={onVerifiedOnly}>
        {texts.verified}
      </Checkbox>
    </>
  )
}

function Coupon({ form }: Pick<WhomProps, 'form'>) {
  const texts = couponsTexts.use().form
  return (
    <>
      <div className={styles.pair}>
        <Field {...form.bind('tw')} label={texts.nameTw} required />
        <Field {...form.bind('en')} label={texts.nameEn} required />
      </div>
      <div className={styles.pair}>
        <Field
          {...form.bind('amount')}
          label={texts.amount}
          help={texts.amountHelp}
          inputMode="decimal"
          required
        />
        <Day {...form.bind('lastDay')} label={texts.lastDay} />
      </div>
    </>
  )
}

function useGrantForm(to: 'one' | 'many') {
  const texts = couponsTexts.use().form
  const needed = required(texts.required)
  const joined = to === 'many' ? needed : optional
  return useForm({
    fields: {
      account: to === 'one' ? needed : optional,
      from: joined,
      till: joined,
      tw: needed,
      en: needed,
      amount: {
        rules: [
          { required: true, message: texts.required },
          { validator: (text) => parseMoney(text).ok, message: texts.amountBad },
        ],
      },
      lastDay: needed,
      reason: needed,
    },
  })
}

interface DayProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly label: string
  readonly onChange: (text: string) => void
}

const Day = ({ id, name, value, error, label, onChange }: DayProps) => (
  <label className={styles.day} htmlFor={id}>
    <span>{label}</span>
    <input
      id={id}
      name={name}
      type="date"
      value={value}
      aria-invalid={error !== undefined || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
    {error === undefined ? null : <small role="alert">{error}</small>}
  </label>
)
