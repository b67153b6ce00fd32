// Reporting a deposit: amount, channel and receipt. It books nothing; two operators check it first.

import { ActionBar, Button, Card, CopyButton, Field, Icon, LinkButton, Note, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { displayCompact, formatMoney } from '@fairlot/money'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AmountField, fundPartsTexts, IdentityFirst, minorOf, moneyRefusal, symbolOf } from '#features/funds'
import { PicturePicker } from '#features/uploads'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { PendingRow, RecordsButton, SimulatedNote } from './ChannelsScreen.tsx'
import { depositPath } from './paths.ts'
import { depositsTexts } from './texts/index.ts'
import { depositsMoved, useDepositChanges } from './use-deposit-changes.ts'
import styles from './Deposits.module.css'

type Offer = DataOf<'/deposits/channels'>
type Channel = Offer['channels'][number]
type Details = DataOf<'/deposits/channel'>

export const DepositScreen = () => {
  useDepositChanges()
  const asked = useSearch().get('channel')
  const offer = useRead('/deposits/channels', {})
  const channel = offer.data?.channels.find(({ channelId, state }) => channelId === asked && state === 'open')
  const details = useRead(
    '/deposits/channel',
    { channelId: channel?.channelId ?? '' },
    { enabled: channel !== undefined && offer.data?.pending === null, quiet: true },
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
  const all = depositsTexts.use()
  const texts = all.form
  const parts = fundPartsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [receipt, setReceipt] = useState<string>()
  const [ending, setEnding] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ readonly field: string | undefined; readonly text: string }>()
  const [unverified, setUnverified] = useState(false)
  // A retry after a lost answer is the same request; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  const symbol = symbolOf(channel.currency)
  const [min, max] = [BigInt(channel.min), BigInt(channel.max)]
  const amount = minorOf(typed)
  const money = (value: string | bigint) => `${symbol}${formatMoney(value)}`
  const bound =
    amount === undefined
      ? undefined
      : amount < min
        ? texts.todo.low(money(min))
        : amount > max
          ? texts.todo.high(money(max))
          : undefined
  const todo = !offer.isOpen
    ? texts.todo.closed(offer.opensAt === null ? '' : moment(offer.opensAt))
    : amount === undefined
      ? texts.todo.amount
      : (bound ??
        (receipt === undefined
          ? texts.todo.receipt
          : channel.needsPassword && password === ''
            ? texts.todo.password
            : undefined))

  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setFault(undefined)
    }
  }
  const send = async () => {
    if (busy || todo !== undefined || amount === undefined || receipt === undefined) return
    setBusy(true)
    const answer = await call(
      '/deposits/create',
      {
        channelId: channel.channelId,
        amount: amount.toString(),
        receipt,
        ...(channel.needsPassword ? { channelPassword: password } : {}),
        ...(ending === '' ? {} : { fromEnding: ending }),
      },
      { idempotencyKey: key.current, quiet: true },
    )
    if (answer.ok) {
      void toastMessage('done.recharge')
      void navigate(depositPath(answer.data.deposit.depositId), { replace: true })
      await depositsMoved()
      return
    }
    setBusy(false)
    if (answer.why !== 'refused') return setFault({ field: undefined, text: texts.unanswered })
    key.current = newIdempotencyKey()
    setUnverified(answer.msg.startsWith('identity.'))
    setFault({ field: answer.field, text: await moneyRefusal(answer) })
    // Reading the offer again shows a pending deposit, a closed bank or a closed channel.
    if (answer.field === undefined || answer.field === 'channelId') await depositsMoved()
  }
  if (unverified)
    return (
      <RouteScreen>
        <IdentityFirst state={undefined} />
      </RouteScreen>
    )
  const faultOf = (field: string) => (fault?.field === field ? fault.text : undefined)
  const loose =
    fault !== undefined && !['amount', 'receipt', 'channelPassword'].includes(fault.field ?? '')
      ? fault.text
      : undefined
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        <ActionBar>
          <Button wide loading={busy} disabled={todo !== undefined} onPress={() => void send()}>
            {todo ?? texts.send(money(amount ?? 0n))}
          </Button>
        </ActionBar>
      }
    >
      <div className={styles.stack}>
        <SimulatedNote />
        {loose === undefined ? null : (
          <Note tone="crit" role="alert">
            {loose}
          </Note>
        )}
        <Card pad>
          <AmountField
            label={parts.amount}
            symbol={symbol}
            value={typed}
            onChange={change(setTyped)}
            error={faultOf('amount') ?? bound}
            help={
              <>
                <span>{all.bounds(formatMoney(min), formatMoney(max))}</span>
                {channel.fee === '0' ? null : <span>{texts.charge(money(channel.fee))}</span>}
              </>
            }
          >
            {channel.currency === 'TWD' ? (
              <div className={styles.chips}>
                {quick
                  .filter((value) => value >= min && value <= max)
                  .map((value) => (
                    <button
                      key={value.toString()}
                      type="button"
                      aria-pressed={amount === value}
                      onClick={() => change(setTyped)((value / 100n).toString())}
                    >
                      {displayCompact(value, language)}
                    </button>
                  ))}
              </div>
            ) : null}
          </AmountField>
        </Card>
        <BankDetails details={details} />
        <Section title={texts.receipt} small className={styles.group}>
          <PicturePicker
            title={texts.take}
            hint={texts.hint}
            onUploaded={change(setReceipt)}
            error={faultOf('receipt')}
          />
        </Section>
        <Field
          id="from-ending"
          name="from-ending"
          label={texts.ending}
          inputMode="numeric"
          value={ending}
          error={undefined}
          help={texts.endingHelp}
          onChange={(text) => setEnding(text.replace(/\D/g, '').slice(0, 5))}
          onBlur={() => undefined}
        />
        {channel.needsPassword ? (
          <Field
            id="channel-password"
            name="channel-password"
            label={texts.password}
            type="password"
            reveal={{ show: texts.show, hide: texts.hide }}
            value={password}
            error={faultOf('channelPassword')}
            help={texts.passwordHelp}
            onChange={change(setPassword)}
            onBlur={() => undefined}
          />
        ) : null}
        <p className={styles.line}>
          <Icon name="clock" size={1.125} />
          {texts.usual(all.usual(channel.usualMinutes), offer.hours.open, offer.hours.close)}
        </p>
      </div>
    </RouteScreen>
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
