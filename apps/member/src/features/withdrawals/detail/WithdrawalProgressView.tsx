// One withdrawal from the phone to the bank: the held amount, who has approved, the promised time, and why it came
// back.

import {
  ActionBar,
  Button,
  Card,
  CopyButton,
  cx,
  Dialog,
  IconButton,
  KeyValues,
  LinkButton,
  Money,
  Note,
  Row,
  StatusChip,
  Timeline,
  useOnce,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { displayId, formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { fundPartsTexts, leftWords, symbolOf } from '#features/funds'
import { useNow } from '#features/market-data'
import { ContactSheet } from '#features/site'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { StatisticsCard } from '../StatisticsCard.tsx'
import { withdrawalsTexts } from '../texts/index.ts'
import { useWithdrawalChanges, withdrawalsMoved } from '../use-withdrawal-changes.ts'
import { stepsOf } from './steps-of.ts'
import { withdrawalDetailTexts } from './texts/index.ts'
import styles from '../Withdrawals.module.css'

export type Withdrawal = DataOf<'/withdrawals/read'>['withdrawal']

/** The money was credited back to the member. */
const cameBack = ({ state, stage }: Withdrawal): boolean => state === 'rejected' || stage === 'returned'

const lookOf = (withdrawal: Withdrawal) =>
  cameBack(withdrawal)
    ? ({ tone: 'crit', icon: 'warning' } as const)
    : withdrawal.stage === 'paid'
      ? ({ tone: 'brand', icon: 'check' } as const)
      : ({ tone: 'warn', icon: 'clock' } as const)

/** Faults of the account itself: correcting it is the next step. */
const ofAccount = new Set(['name-differs', 'account-refused', 'bank-returned'])

export const WithdrawalProgressView = () => {
  useWithdrawalChanges()
  const withdrawalId = useSearch().get('id') ?? ''
  const read = useRead('/withdrawals/read', { withdrawalId })
  const texts = withdrawalDetailTexts.use()
  const [asking, setAsking] = useState(false)
  const [contact, setContact] = useState(false)
  const shown = read.data?.withdrawal
  return (
    <RouteScreen
      trailing={
        <IconButton name="headset" size={1.5} label={texts.service} onPress={() => setContact(true)} />
      }
      footer={
        shown === undefined || (shown.state === 'passed' && !cameBack(shown)) ? undefined : (
          <ActionBar>
            {shown.state === 'pending' ? (
              <Button kind="outline" wide onPress={() => setAsking(true)}>
                {texts.takeBack}
              </Button>
            ) : (
              <>
                {ofAccount.has(shown.fault ?? '') ? (
                  <LinkButton kind="quiet" wide href="/user/BankCard">
                    {texts.fix}
                  </LinkButton>
                ) : null}
                <LinkButton wide href="/user/withdraw">
                  {texts.again}
                </LinkButton>
              </>
            )}
          </ActionBar>
        )
      }
    >
      <Answered read={read}>
        {({ withdrawal }) => (
          <>
            <Shown withdrawal={withdrawal} onService={() => setContact(true)} />
            <TakeBack withdrawal={withdrawal} open={asking} onClose={() => setAsking(false)} />
          </>
        )}
      </Answered>
      <ContactSheet open={contact} onClose={() => setContact(false)} />
    </RouteScreen>
  )
}

interface ShownProps {
  readonly withdrawal: Withdrawal
  readonly onService: () => void
}

const Shown = ({ withdrawal, onService }: ShownProps) => {
  const texts = withdrawalsTexts.use()
  const details = withdrawalDetailTexts.use()
  const { copy } = shellTexts.use()
  const symbol = symbolOf(withdrawal.currency)
  const money = (value: string | bigint) => `${symbol}${formatMoney(value)}`
  const { stage, state, fault } = withdrawal
  const why = withdrawal.note ?? (fault === null ? null : texts.faults[fault])
  return (
    <>
      <section className={styles.hero}>
        <StatusChip {...lookOf(withdrawal)}>
          {stage === null ? texts.states[state] : texts.stages[stage]}
        </StatusChip>
        <Money symbol={symbol} text={formatMoney(withdrawal.amount)} size="hero" />
        <p>{details.to(withdrawal.bankName, withdrawal.ending)}</p>
        <Promised withdrawal={withdrawal} />
      </section>
      <div className={styles.stack}>
        {cameBack(withdrawal) ? (
          <Note tone={fault === 'taken_back' ? 'info' : 'crit'}>
            <span className={styles.why}>
              {fault === 'taken_back' ? null : <b>{details.why}</b>}
              {why} {details.back(money(BigInt(withdrawal.amount) + BigInt(withdrawal.fee)))}
            </span>
          </Note>
        ) : null}
        <Card pad>
          <Timeline steps={stepsOf(withdrawal, details)} />
        </Card>
        <Card pad>
          <KeyValues
            items={[
              { key: 'fee', label: texts.fee, value: money(withdrawal.fee) },
              {
                key: 'arrives',
                label: texts.arrives,
                value: money(withdrawal.amount),
              },
              {
                key: 'number',
                label: details.number,
                value: (
                  <span className={cx('mono', styles.number)}>
                    {displayId(withdrawal.withdrawalId)}
                    <CopyButton kind="icon" text={withdrawal.withdrawalId} texts={copy} />
                  </span>
                ),
              },
            ]}
          />
        </Card>
        {withdrawal.entryId === null ? null : (
          <Card rows>
            <Row
              icon="funds"
              title={details.entry}
              href={`/user/FundingDetails?view=entry&id=${withdrawal.entryId}`}
            />
            {cameBack(withdrawal) && fault !== 'taken_back' ? (
              <Row icon="headset" title={details.disagree} onPress={onService} />
            ) : null}
          </Card>
        )}
        {state === 'pending' ? (
          <Note>{details.note(money(BigInt(withdrawal.amount) + BigInt(withdrawal.fee)))}</Note>
        ) : null}
        <StatisticsCard />
      </div>
    </>
  )
}

const Promised = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const texts = withdrawalDetailTexts.use()
  const { left } = fundPartsTexts.use()
  const moment = useMoment()
  const now = useNow(withdrawal.state === 'pending' ? 1_000 : 0)
  if (withdrawal.decidedAt !== null) return <p>{texts.decided(moment(withdrawal.decidedAt))}</p>
  if (withdrawal.promisedAt === null) return null
  const ms = Date.parse(withdrawal.promisedAt) - now
  const time = moment(withdrawal.promisedAt)
  return <p>{ms > 0 ? texts.promised(time, leftWords(ms, left)) : texts.late(time)}</p>
}

interface TakeBackProps {
  readonly withdrawal: Withdrawal
  readonly open: boolean
  readonly onClose: () => void
}

const TakeBack = ({ withdrawal, open, onClose }: TakeBackProps) => {
  const texts = withdrawalDetailTexts.use().taking
  const { withdrawalId, currency, amount, fee } = withdrawal
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/withdrawals/takeBack',
      { withdrawalId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await withdrawalsMoved()
    if (answer.ok) showToast({ text: texts.done, tone: 'done' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      icon="warning"
      tone="warn"
      role="alertdialog"
      actions={
        <>
          <Button wide loading={busy} onPress={run}>
            {texts.yes}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.no}
          </Button>
        </>
      }
    >
      {texts.text(`${symbolOf(currency)}${formatMoney(BigInt(amount) + BigInt(fee))}`)}
    </Dialog>
  )
}
