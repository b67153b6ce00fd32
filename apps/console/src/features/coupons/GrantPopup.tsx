import { Checkbox, Field, Segments } from '@fairlot/ui'
import { formatMoney, parseMoney } from '@fairlot/money'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { useTyped } from '#kit/proposal/use-typed.ts'
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
  const form = useTyped({
    account: '',
    from: '',
    till: '',
    tw: '',
    en: '',
    amount: '',
    lastDay: '',
    reason: '',
  })
  const { account, from, till, tw, en, amount, lastDay, reason } = form.values
  const money = parseMoney(amount)
  const audience =
    to === 'one'
      ? ({ kind: 'member', account: account.trim() } as const)
      : ({ kind: 'joined', from, to: till, verifiedOnly } as const)
  const whom = to === 'one' ? (['account'] as const) : (['from', 'till'] as const)
  const count = async () => {
    if (!form.filled(texts.required, ...whom)) return
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
        if (!form.filled(texts.required, ...whom, 'tw', 'en', 'amount', 'lastDay', 'reason')) return undefined
        if (!money.ok) {
          form.setErrors({ amount: texts.amountBad })
          return undefined
        }
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
      {to === 'one' ? (
        <Field {...form.bind('account')} label={texts.account} inputMode="numeric" required />
      ) : (
        <>
          <div className={styles.pair}>
            <Day {...form.bind('from')} label={texts.from} />
            <Day {...form.bind('till')} label={texts.till} />
          </div>
          <Checkbox checked={verifiedOnly} onChange={setVerifiedOnly}>
            {texts.verified}
          </Checkbox>
        </>
      )}
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
