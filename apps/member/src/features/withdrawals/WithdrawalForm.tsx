// The form of a withdrawal. The button says what is still missing.

import { ActionBar, Button, Card, Keypad, LinkButton, Note, PinInput, Row, TextLink } from '@fairlot/ui'
import { lazy, Suspense, useEffect, useRef, useState, type Ref } from 'react'
import type { BankAccount } from '#features/bank-accounts'
import { fundComponentsTexts, timeLeftText } from '#features/funds'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { AmountCard, CostCard } from './AmountCard.tsx'
import { StatisticsCard } from './LazyStatisticsCard.tsx'
import { RecordsButton } from './RecordsButton.tsx'
import { useWithdrawalSending, withdrawalSender } from './sending/withdrawal-sender.ts'
import { withdrawalsTexts } from './texts/index.ts'
import {
  moneyIn,
  PIN_LENGTH,
  useWithdrawalForm,
  type WithdrawalForm as FormState,
} from './use-withdrawal-form.ts'
import type { Offer } from './withdrawal-limits.ts'
import styles from './Withdrawals.module.css'

const UnsettledCash = lazy(() =>
  import('./UnsettledCash.tsx').then((file) => ({ default: file.UnsettledCash })),
)
const AccountSheet = lazy(() => import('./AccountSheet.tsx').then((file) => ({ default: file.AccountSheet })))

interface FormProps {
  readonly offer: Offer
  readonly accounts: readonly BankAccount[]
  /** Undefined while no account can be used. */
  readonly account: BankAccount | undefined
  readonly onChoose: (bankAccountId: string) => void
}

export const WithdrawalForm = ({ offer, accounts, account, onChoose }: FormProps) => {
  const texts = withdrawalsTexts.use()
  const money = moneyIn(offer.currency)
  const form = useWithdrawalForm(offer, account)
  const { amount, todo, pin, typingPin, isAsking } = form
  const [choosing, setChoosing] = useState(false)
  const digits = useRef<HTMLDivElement>(null)
  // The keypad covers the lower half of the screen: the input must stay above it.
  useEffect(() => {
    if (typingPin) digits.current?.scrollIntoView({ block: 'center' })
  }, [typingPin])
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        typingPin && pin.length < PIN_LENGTH ? (
          <Keypad
            label={texts.keypad}
            deleteLabel={texts.deleteDigit}
            onDigit={(digit) => form.typePin(pin + digit)}
            onDelete={() => form.typePin(pin.slice(0, -1))}
          />
        ) : (
          <ActionBar>
            {offer.hasFundPassword ? (
              <Button wide loading={isAsking} disabled={todo !== undefined} onPress={form.send}>
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
        <Notes offer={offer} coolDownMs={form.coolDownMs} fieldError={form.fieldErrorOf('all')} />
        <SendingNote />
        <span className={styles.head}>{texts.to}</span>
        <Card rows>
          <Row
            icon="bank"
            tile="well"
            title={account === undefined ? texts.choose : `${account.bankName} ${account.branch}`}
            caption={
              account === undefined ? texts.allCoolingDown : `${account.holder} · •••• ${account.ending}`
            }
            onPress={() => setChoosing(true)}
          />
        </Card>
        <AmountCard offer={offer} form={form} />
        <Suspense>
          <UnsettledCash offer={offer} />
        </Suspense>
        <CostCard offer={offer} form={form} />
        {form.canTypePin ? <FundPassword ref={digits} form={form} /> : null}
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

interface FundPasswordProps {
  readonly ref: Ref<HTMLDivElement>
  readonly form: FormState
}

const FundPassword = ({ ref, form }: FundPasswordProps) => {
  const texts = withdrawalsTexts.use()
  return (
    <div ref={ref} className={styles.stack} onFocus={form.startPin}>
      <div className={styles.head}>
        <span>{texts.pin}</span>
        <TextLink href="/user/setPassword">{texts.forgot}</TextLink>
      </div>
      <PinInput
        label={texts.pin}
        value={form.pin}
        onChange={form.typePin}
        error={form.fieldErrorOf('pin')}
        disabled={form.isAsking}
      />
    </div>
  )
}

const SendingNote = () => {
  const texts = withdrawalsTexts.use().sending
  const sending = useWithdrawalSending()
  return sending === null || sending.phase === 'sending' ? null : (
    <Note tone="warn" role="status">
      {texts[sending.phase]}
      {sending.phase === 'missing' ? (
        <TextLink onPress={() => withdrawalSender.drop()}>{texts.drop}</TextLink>
      ) : null}
    </Note>
  )
}

interface NotesProps {
  readonly offer: Offer
  readonly coolDownMs: number
  readonly fieldError: string | undefined
}

const Notes = ({ offer, coolDownMs, fieldError }: NotesProps) => {
  const texts = withdrawalsTexts.use()
  const { left } = fundComponentsTexts.use()
  const moment = useMoment()
  return (
    <>
      {fieldError === undefined ? null : (
        <Note tone="crit" role="alert">
          {fieldError}
        </Note>
      )}
      {offer.coolDownEndsAt !== null && coolDownMs > 0 ? (
        <Note tone="warn" icon="clock">
          {texts.coolDown(moment(offer.coolDownEndsAt), timeLeftText(coolDownMs, left))}
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
