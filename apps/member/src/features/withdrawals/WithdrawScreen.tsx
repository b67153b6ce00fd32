// Withdrawing money: account, amount, arrival time, and the fund password. Every obstacle is shown with its fix.

import {
  ActionBar,
  Button,
  Card,
  IconButton,
  KeyValues,
  Keypad,
  LinkButton,
  Note,
  PinInput,
  Row,
  TextLink,
} from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { shownStateOf, useBankAccounts, type BankAccount } from '#features/bank-accounts'
import {
  AmountField,
  fundPartsTexts,
  IdentityFirst,
  leftWords,
  minorOf,
  moneyRefusal,
  symbolOf,
} from '#features/funds'
import { useNow } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import type { Refused } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { newId } from '#shell/send-once/new-id.ts'
import { toastMessage } from '#shell/toasts.ts'
import { withdrawalPath } from './paths.ts'
import { sendWithdrawal, useWithdrawalSending, withdrawalSender } from './sending/withdrawal-sender.ts'
import { StatisticsCard } from './LazyStatisticsCard.tsx'
import { withdrawalsTexts } from './texts/index.ts'
import { useWithdrawalChanges, withdrawalsMoved } from './use-withdrawal-changes.ts'
import { maxOf, withdrawalStop, type Offer, type Stop } from './withdrawal-limits.ts'
import styles from './Withdrawals.module.css'

const UnsettledCash = lazy(() =>
  import('./UnsettledCash.tsx').then((file) => ({ default: file.UnsettledCash })),
)
const AccountSheet = lazy(() => import('./AccountSheet.tsx').then((file) => ({ default: file.AccountSheet })))

// Members who can withdraw need neither.
const Pending = lazy(() => import('./WithdrawalUnavailable.tsx').then((file) => ({ default: file.Pending })))
const NoBankAccount = lazy(() =>
  import('./WithdrawalUnavailable.tsx').then((file) => ({ default: file.NoBankAccount })),
)

const LENGTH = 6
const moneyIn =
  (currency: string) =>
  (value: string | bigint): string =>
    `${symbolOf(currency)}${formatMoney(value)}`

export const WithdrawScreen = () => {
  useWithdrawalChanges()
  // Looks up a withdrawal that was sent before the page was reloaded.
  useEffect(() => withdrawalSender.resume(), [])
  const sending = useWithdrawalSending()
  const accounts = useBankAccounts()
  const now = useNow(10_000)
  const own = accounts.data?.bankAccounts ?? []
  const usable = own.filter((account) => shownStateOf(account, now) === 'verified')
  const [chosen, setChosen] = useState<string>()
  const account =
    usable.find(({ bankAccountId }) => bankAccountId === chosen) ??
    usable.find(({ isDefault }) => isDefault) ??
    usable[0]
  // The account decides the currency: each currency has its own balance.
  const offer = useRead('/withdrawals/offer', { currency: account?.currency ?? 'TWD' })
  const profile = useRead('/members/profile', {}, { quiet: true })
  // The member event can arrive before the answer: the form stays until it has the answer, and then leads on.
  const isFree = offer.data?.pending === null || sending !== null
  if (offer.data !== undefined && own.length > 0 && isFree)
    return (
      <Form
        key={offer.data.currency}
        offer={offer.data}
        accounts={own}
        account={account}
        onChoose={setChosen}
      />
    )
  return (
    <RouteScreen trailing={<RecordsButton />}>
      <Answered read={offer}>
        {({ pending }) =>
          pending !== null ? (
            <Suspense>
              <Pending withdrawalId={pending} />
            </Suspense>
          ) : (
            <Answered read={accounts}>
              {({ holder }) =>
                holder === null ? (
                  <IdentityFirst state={profile.data?.verification} />
                ) : (
                  <Suspense>
                    <NoBankAccount />
                  </Suspense>
                )
              }
            </Answered>
          )
        }
      </Answered>
    </RouteScreen>
  )
}

const RecordsButton = () => {
  const texts = withdrawalsTexts.use()
  const navigate = useNavigate()
  return (
    <IconButton
      name="history"
      size={1.375}
      label={texts.records}
      onPress={() => void navigate('/user/FundingDetails?tab=withdrawal')}
    />
  )
}

interface FormProps {
  readonly offer: Offer
  readonly accounts: readonly BankAccount[]
  /** Undefined while no account can be used. */
  readonly account: BankAccount | undefined
  readonly onChoose: (bankAccountId: string) => void
}

const Form = ({ offer, accounts, account, onChoose }: FormProps) => {
  const texts = withdrawalsTexts.use()
  const parts = fundPartsTexts.use()
  const moment = useMoment()
  const navigate = useNavigate()
  const sending = useWithdrawalSending()
  const now = useNow(offer.restsUntil === null ? 10_000 : 1_000)
  const symbol = symbolOf(offer.currency)
  const money = moneyIn(offer.currency)
  const [typed, setTyped] = useState('')
  const [pin, setPin] = useState('')
  const [typingPin, setTypingPin] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const digits = useRef<HTMLDivElement>(null)
  // The keypad covers the lower half of the screen: the input must stay above it.
  useEffect(() => {
    if (typingPin) digits.current?.scrollIntoView({ block: 'center' })
  }, [typingPin])
  const [fault, setFault] = useState<{ readonly about: 'pin' | 'amount' | 'all'; readonly text: string }>()

  const arrived = useEffectEvent((withdrawalId: string) => {
    void toastMessage('done.withdrawal')
    void navigate(withdrawalPath(withdrawalId), { replace: true })
    void withdrawalsMoved()
  })
  const refused = useEffectEvent(async (refusal: Refused) => {
    const { msg, field } = refusal
    const isPin = msg === 'password.wrong-fund' || msg === 'auth.fund-password-locked'
    const text = await moneyRefusal(refusal)
    setFault({ about: isPin ? 'pin' : field === 'amount' ? 'amount' : 'all', text })
    // Reads the offer again, because the refusal shows that it is outdated.
    if (!isPin) void withdrawalsMoved()
  })
  const busyText = texts.sending.busy
  useEffect(
    () =>
      withdrawalSender.onOutcome((outcome) => {
        if (outcome.kind === 'placed') arrived(outcome.id)
        else if (outcome.kind === 'busy') setFault({ about: 'all', text: busyText })
        else void refused(outcome.refused)
        setPin('')
        return true
      }),
    [busyText],
  )

  const amount = minorOf(typed)
  const stop = amount === undefined ? undefined : withdrawalStop(offer, amount)
  const restMs = offer.restsUntil === null ? 0 : Date.parse(offer.restsUntil) - now
  const isMissing = sending?.phase === 'missing'
  const isAsking = sending !== null && !isMissing
  const stopWords = stop === undefined ? undefined : wordsOf(stop, texts.todo, money)
  const todo =
    restMs > 0
      ? texts.todo.rest(leftWords(restMs, parts.left))
      : !offer.isOpen
        ? texts.todo.closed(offer.opensAt === null ? '' : moment(offer.opensAt))
        : account === undefined
          ? texts.todo.card
          : amount === undefined
            ? texts.todo.amount
            : (stopWords ?? (pin.length < LENGTH ? texts.todo.pin : undefined))
  const max = maxOf(offer)
  const type = (next: string) => {
    setPin(next.slice(0, LENGTH))
    setFault(undefined)
  }
  const send = () => {
    if (todo !== undefined || isAsking || account === undefined || amount === undefined) return
    setTypingPin(false)
    setFault(undefined)
    // A withdrawal that never arrived is sent again under its own id: if the first one arrives late, the two are one.
    const withdrawalId = sending?.body.withdrawalId ?? newId()
    void sendWithdrawal(
      { withdrawalId, bankAccountId: account.bankAccountId, amount: amount.toString() },
      pin,
    )
  }
  const canType = offer.hasFundPassword && offer.isOpen && restMs <= 0
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        typingPin && pin.length < LENGTH ? (
          <Keypad
            label={texts.keypad}
            deleteLabel={texts.deleteDigit}
            onDigit={(digit) => type(pin + digit)}
            onDelete={() => type(pin.slice(0, -1))}
          />
        ) : (
          <ActionBar>
            {offer.hasFundPassword ? (
              <Button wide loading={isAsking} disabled={todo !== undefined} onPress={send}>
                {todo ?? texts.send(money(amount ?? 0n))}
              </Button>
            ) : (
              <LinkButton wide href="/user/setPassword">
                {texts.set}
              </LinkButton>
            )}
          </ActionBar>
        )
      }
    >
      <div className={styles.stack}>
        <Notes offer={offer} restMs={restMs} fault={fault?.about === 'all' ? fault.text : undefined} />
        {sending === null || sending.phase === 'sending' ? null : (
          <Note tone="warn" role="status">
            {texts.sending[sending.phase]}
            {isMissing ? (
              <TextLink onPress={() => withdrawalSender.drop()}>{texts.sending.drop}</TextLink>
            ) : null}
          </Note>
        )}
        <span className={styles.head}>{texts.to}</span>
        <Card rows>
          <Row
            icon="bank"
            tile="well"
            title={account === undefined ? texts.choose : `${account.bankName} ${account.branch}`}
            caption={account === undefined ? texts.allResting : `${account.holder} · •••• ${account.ending}`}
            onPress={() => setChoosing(true)}
          />
        </Card>
        <Card pad>
          <AmountField
            label={parts.amount}
            symbol={symbol}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              setFault(undefined)
            }}
            error={fault?.about === 'amount' ? fault.text : stopWords}
            aside={
              max === 0n ? undefined : (
                <TextLink onPress={() => setTyped(formatMoney(max).replaceAll(',', '').replace(/\.00$/, ''))}>
                  {texts.all}
                </TextLink>
              )
            }
            help={
              <>
                <span>{texts.withdrawable(formatMoney(offer.withdrawable))}</span>
                {offer.min === null ? null : (
                  <span>{texts.bounds(formatMoney(offer.min), formatMoney(offer.max))}</span>
                )}
                {offer.leftToday === null ? null : (
                  <span>{texts.left(formatMoney(offer.leftToday), offer.timesLeftToday)}</span>
                )}
              </>
            }
          />
          {stop?.why === 'short' && max > 0n ? (
            <TextLink onPress={() => setTyped(formatMoney(max).replaceAll(',', '').replace(/\.00$/, ''))}>
              {texts.todo.fix} {money(max)}
            </TextLink>
          ) : null}
        </Card>
        <Suspense>
          <UnsettledCash offer={offer} />
        </Suspense>
        <Card pad>
          <KeyValues
            items={[
              { key: 'fee', label: texts.fee, value: money(offer.fee) },
              ...(offer.expectedAt === null
                ? []
                : [
                    { key: 'expected', label: texts.expected, value: texts.before(moment(offer.expectedAt)) },
                  ]),
              ...(amount === undefined || stop !== undefined || offer.fee === '0'
                ? []
                : [{ key: 'taken', label: texts.taken, value: money(amount + BigInt(offer.fee)) }]),
              {
                key: 'arrives',
                label: texts.arrives,
                value: amount === undefined || stop !== undefined ? '–' : money(amount),
                sum: true,
              },
            ]}
          />
        </Card>
        {canType ? (
          <div ref={digits} className={styles.stack} onFocus={() => setTypingPin(true)}>
            <div className={styles.head}>
              <span>{texts.pin}</span>
              <TextLink href="/user/setPassword">{texts.forgot}</TextLink>
            </div>
            <PinInput
              label={texts.pin}
              value={pin}
              onChange={type}
              error={fault?.about === 'pin' ? fault.text : undefined}
              disabled={isAsking}
            />
          </div>
        ) : null}
        <Note>{texts.rule}</Note>
        <StatisticsCard />
        {typingPin ? <div className={styles.padRoom} /> : null}
      </div>
      <Suspense>
        {choosing ? (
          <AccountSheet
            accounts={accounts}
            value={account?.bankAccountId ?? ''}
            onChoose={(id) => {
              onChoose(id)
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        ) : null}
      </Suspense>
    </RouteScreen>
  )
}

const wordsOf = (
  stop: Stop,
  texts: ReturnType<typeof withdrawalsTexts.use>['todo'],
  money: (value: bigint) => string,
): string => (stop.why === 'times' ? texts.times : texts[stop.why](money(stop.amount)))

interface NotesProps {
  readonly offer: Offer
  readonly restMs: number
  readonly fault: string | undefined
}

const Notes = ({ offer, restMs, fault }: NotesProps) => {
  const texts = withdrawalsTexts.use()
  const { left } = fundPartsTexts.use()
  const moment = useMoment()
  return (
    <>
      {fault === undefined ? null : (
        <Note tone="crit" role="alert">
          {fault}
        </Note>
      )}
      {offer.restsUntil !== null && restMs > 0 ? (
        <Note tone="warn" icon="clock">
          {texts.rest(moment(offer.restsUntil), leftWords(restMs, left))}
        </Note>
      ) : null}
      {offer.isOpen || offer.opensAt === null ? null : (
        <Note icon="clock">{texts.closed(moment(offer.opensAt), offer.hours.open, offer.hours.close)}</Note>
      )}
      {offer.hasFundPassword ? null : (
        <Note tone="warn" icon="lock">
          {texts.unset}
        </Note>
      )}
    </>
  )
}
