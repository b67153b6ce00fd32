// Reporting a deposit: amount, channel and receipt. It books nothing; two operators check it first.

import { ActionBar, Button, Card, CopyButton, Field, Icon, LinkButton, Note, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { displayCompact, formatMoney } from '@fairlot/money'
import { Suspense, useState } from 'react'
import { AmountField, fundComponentsTexts, IdentityFirst, minorOf, symbolOf } from '#features/funds'
import { PicturePicker } from '#features/uploads'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { PendingRow, RecordsButton, SimulatedNote } from './ChannelsScreen.tsx'
import { depositsTexts } from './texts/index.ts'
import { useDepositChanges } from './use-deposit-changes.ts'
import { useSendDeposit } from './use-send-deposit.ts'
import styles from './Deposits.module.css'

type Offer = DataOf<'/deposits/channels'>
type Channel = Offer['channels'][number]
type Details = DataOf<'/deposits/channel'>

export const DepositScreen = () => {
  useDepositChanges()
  const asked = useSearch().get('channel')
  const restrictions = useRestrictions('bring-money')
  const offer = useRead('/deposits/channels', {})
  const channel = offer.data?.channels.find(({ channelId, state }) => channelId === asked && state === 'open')
  const details = useRead(
    '/deposits/channel',
    { channelId: channel?.channelId ?? '' },
    { enabled: channel !== undefined && offer.data?.pending === null, quiet: true },
  )
  if (restrictions !== undefined && restrictions.length > 0)
    return (
      <RouteScreen trailing={<RecordsButton />}>
        <Suspense>
          <Restricted restrictions={restrictions} />
        </Suspense>
      </RouteScreen>
    )
  if (offer.data !== undefined && channel !== undefined && details.data !== undefined)
    return <Form key={channel.channelId} offer={offer.data} channel={channel} details={details.data} />
  return (
    <RouteScreen trailing={<RecordsButton />}>
      <Answered read={offer}>
        {({ pending }) =>
          pending !== null ? (
            <PendingRow depositId={pending} />
          ) : channel === undefined ? (
            <Gone />
          ) : (
            <Answered read={details}>{() => null}</Answered>
          )
        }
      </Answered>
    </RouteScreen>
  )
}

const Gone = () => {
  const texts = depositsTexts.use().form
  return (
    <div className={styles.gone}>
      <Note tone="warn">{texts.gone}</Note>
      <LinkButton wide href="/user/rechargeChannel">
        {texts.choose}
      </LinkButton>
    </div>
  )
}

/** Round amounts to press instead of typing; those outside the bounds are left out. */
const quick = [1_000_000n, 5_000_000n, 10_000_000n, 20_000_000n]

interface FormProps {
  readonly offer: Offer
  readonly channel: Channel
  readonly details: Details
}

const Form = ({ offer, channel, details }: FormProps) => {
  const { form: texts, usual } = depositsTexts.use()
  const moment = useMoment()
  const [typed, setTyped] = useState('')
  const [receipt, setReceipt] = useState<string>()
  const [ending, setEnding] = useState('')
  const [password, setPassword] = useState('')
  const { send, busy, unverified, fieldErrorOf, otherError, clearFieldErrors } = useSendDeposit()
  const amount = minorOf(typed)
  const bound = amount === undefined ? undefined : boundOf(channel, amount, texts.todo)
  const todo = offer.isOpen
    ? missingOf(channel, { amount, bound, receipt, password }, texts.todo)
    : texts.todo.closed(offer.opensAt === null ? '' : moment(offer.opensAt))
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      clearFieldErrors()
    }
  const press = () => {
    if (todo !== undefined || amount === undefined || receipt === undefined) return
    void send({
      channelId: channel.channelId,
      amount: amount.toString(),
      receipt,
      ...(channel.needsPassword ? { channelPassword: password } : {}),
      ...(ending === '' ? {} : { fromEnding: ending }),
    })
  }
  if (unverified)
    return (
      <RouteScreen>
        <IdentityFirst state={undefined} />
      </RouteScreen>
    )
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        <ActionBar>
          <Button wide loading={busy} disabled={todo !== undefined} onPress={press}>
            {todo ?? texts.send(moneyIn(channel, amount ?? 0n))}
          </Button>
        </ActionBar>
      }
    >
      <div className={styles.stack}>
        <SimulatedNote />
        {otherError === undefined ? null : (
          <Note tone="crit" role="alert">
            {otherError}
          </Note>
        )}
        <AmountCard
          channel={channel}
          value={typed}
          onChange={change(setTyped)}
          error={fieldErrorOf('amount') ?? bound}
        />
        <BankDetails details={details} />
        <ReceiptSection onUploaded={change(setReceipt)} error={fieldErrorOf('receipt')} />
        <EndingField value={ending} onChange={setEnding} />
        {channel.needsPassword ? (
          <PasswordField
            value={password}
            onChange={change(setPassword)}
            error={fieldErrorOf('channelPassword')}
          />
        ) : null}
        <p className={styles.line}>
          <Icon name="clock" size={1.125} />
          {texts.usual(usual(channel.usualMinutes), offer.hours.open, offer.hours.close)}
        </p>
      </div>
    </RouteScreen>
  )
}

const moneyIn = ({ currency }: Channel, value: string | bigint): string =>
  `${symbolOf(currency)}${formatMoney(value)}`

type TodoTexts = ReturnType<typeof depositsTexts.use>['form']['todo']

/** Why an amount outside the channel's bounds cannot be sent. */
const boundOf = (channel: Channel, amount: bigint, texts: TodoTexts): string | undefined =>
  amount < BigInt(channel.min)
    ? texts.low(moneyIn(channel, channel.min))
    : amount > BigInt(channel.max)
      ? texts.high(moneyIn(channel, channel.max))
      : undefined

interface Filled {
  readonly amount: bigint | undefined
  readonly bound: string | undefined
  readonly receipt: string | undefined
  readonly password: string
}

const missingOf = (channel: Channel, filled: Filled, texts: TodoTexts): string | undefined => {
  if (filled.amount === undefined) return texts.amount
  if (filled.bound !== undefined) return filled.bound
  if (filled.receipt === undefined) return texts.receipt
  return channel.needsPassword && filled.password === '' ? texts.password : undefined
}

interface InputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

const AmountCard = ({ channel, value, onChange, error }: InputProps & { readonly channel: Channel }) => {
  const texts = depositsTexts.use()
  const componentTexts = fundComponentsTexts.use()
  const language = useLanguage()
  const [min, max] = [BigInt(channel.min), BigInt(channel.max)]
  const amount = minorOf(value)
  return (
    <Card pad>
      <AmountField
        label={componentTexts.amount}
        symbol={symbolOf(channel.currency)}
        value={value}
        onChange={onChange}
        error={error}
        help={
          <>
            <span>{texts.bounds(formatMoney(min), formatMoney(max))}</span>
            {channel.fee === '0' ? null : <span>{texts.form.charge(moneyIn(channel, channel.fee))}</span>}
          </>
        }
      >
        {channel.currency === 'TWD' ? (
          <div className={styles.chips}>
            {quick
              .filter((chip) => chip >= min && chip <= max)
              .map((chip) => (
                <button
                  key={chip.toString()}
                  type="button"
                  aria-pressed={amount === chip}
                  onClick={() => onChange((chip / 100n).toString())}
                >
                  {displayCompact(chip, language)}
                </button>
              ))}
          </div>
        ) : null}
      </AmountField>
    </Card>
  )
}

interface ReceiptProps {
  readonly onUploaded: (receipt: string | undefined) => void
  readonly error: string | undefined
}

const ReceiptSection = ({ onUploaded, error }: ReceiptProps) => {
  const texts = depositsTexts.use().form
  return (
    <Section title={texts.receipt} small className={styles.group}>
      <PicturePicker title={texts.take} hint={texts.hint} onUploaded={onUploaded} error={error} />
    </Section>
  )
}

const EndingField = ({ value, onChange }: InputProps) => {
  const texts = depositsTexts.use().form
  return (
    <Field
      id="from-ending"
      name="from-ending"
      label={texts.ending}
      inputMode="numeric"
      value={value}
      error={undefined}
      help={texts.endingHelp}
      onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, 5))}
      onBlur={() => undefined}
    />
  )
}

const PasswordField = ({ value, onChange, error }: InputProps) => {
  const texts = depositsTexts.use().form
  return (
    <Field
      id="channel-password"
      name="channel-password"
      label={texts.password}
      type="password"
      reveal={{ show: texts.show, hide: texts.hide }}
      value={value}
      error={error}
      help={texts.passwordHelp}
      onChange={onChange}
      onBlur={() => undefined}
    />
  )
}

const BankDetails = ({ details }: { readonly details: Details }) => {
  const texts = depositsTexts.use().form
  const { copy } = shellTexts.use()
  const rows = [
    ['bank', `${details.bankName}（${details.bankCode}）`, details.bankName],
    ['branch', details.branch, details.branch],
    ['holder', details.holder, details.holder],
    ['number', details.number, details.number.replace(/[\s-]/g, '')],
    ['reference', details.reference, details.reference],
  ] as const
  return (
    <Section title={texts.account} small className={styles.group}>
      <Card className={styles.details}>
        <dl>
          {rows
            .filter(([, shown]) => shown !== '')
            .map(([name, shown, copied]) => (
              <div key={name}>
                <dt>{texts[name]}</dt>
                <dd>
                  {shown}
                  <CopyButton kind="icon" text={copied} texts={{ ...copy, copy: texts.copy(texts[name]) }} />
                </dd>
              </div>
            ))}
        </dl>
        <p className={styles.foot}>{texts.referenceHelp}</p>
      </Card>
    </Section>
  )
}
