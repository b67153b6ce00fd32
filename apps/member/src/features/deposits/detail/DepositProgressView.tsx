// One deposit from the receipt to the ledger: its stage, the promised time of a decision, and the result.

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
  type TimelineStep,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { displayId, formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { fundPartsTexts, leftWords, symbolOf } from '#features/funds'
import { useNow } from '#features/market-data'
import { timeText } from '#features/orders'
import { ContactSheet } from '#features/site'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { depositsTexts } from '../texts/index.ts'
import type { DepositsTexts } from '../texts/tw.ts'
import { depositsMoved, useDepositChanges } from '../use-deposit-changes.ts'
import styles from '../Deposits.module.css'

type Deposit = DataOf<'/deposits/read'>['deposit']

const tones = { pending: 'warn', passed: 'brand', rejected: 'crit' } as const
const icons = { pending: 'clock', passed: 'check', rejected: 'warning' } as const

export const DepositProgressView = () => {
  useDepositChanges()
  const depositId = useSearch().get('id') ?? ''
  const read = useRead('/deposits/read', { depositId })
  const texts = depositsTexts.use().detail
  const [asking, setAsking] = useState(false)
  const [contact, setContact] = useState(false)
  const state = read.data?.deposit.state
  return (
    <RouteScreen
      trailing={
        <IconButton name="headset" size={1.5} label={texts.service} onPress={() => setContact(true)} />
      }
      footer={
        state === undefined || state === 'passed' ? undefined : (
          <ActionBar>
            {state === 'pending' ? (
              <Button kind="outline" wide onPress={() => setAsking(true)}>
                {texts.takeBack}
              </Button>
            ) : (
              <LinkButton wide href="/user/rechargeChannel">
                {texts.again}
              </LinkButton>
            )}
          </ActionBar>
        )
      }
    >
      <Answered read={read}>{({ deposit }) => <Shown deposit={deposit} />}</Answered>
      <TakeBack depositId={depositId} open={asking} onClose={() => setAsking(false)} />
      <ContactSheet open={contact} onClose={() => setContact(false)} />
    </RouteScreen>
  )
}

const Shown = ({ deposit }: { readonly deposit: Deposit }) => {
  const texts = depositsTexts.use()
  const { copy } = shellTexts.use()
  const language = useLanguage()
  const symbol = symbolOf(deposit.currency)
  const amount = deposit.booked ?? deposit.amount
  const differs = deposit.booked !== null && deposit.booked !== deposit.amount
  const why = deposit.note ?? (deposit.fault === null ? null : texts.faults[deposit.fault])
  return (
    <>
      <section className={styles.hero}>
        <StatusChip tone={tones[deposit.state]} icon={icons[deposit.state]}>
          {texts.states[deposit.state]}
        </StatusChip>
        <Money symbol={symbol} text={formatMoney(amount)} size="hero" />
        <Promised deposit={deposit} />
      </section>
      <div className={styles.stack}>
        {deposit.state === 'rejected' ? (
          <Note tone={deposit.fault === 'taken_back' ? 'info' : 'crit'}>
            <span className={styles.why}>
              {deposit.fault === 'taken_back' ? null : <b>{texts.detail.why}</b>}
              {why} {texts.detail.back}
            </span>
          </Note>
        ) : null}
        {differs ? (
          <Note tone="warn">
            <span className={styles.why}>
              <b>{texts.detail.differs}</b>
              {why}
            </span>
          </Note>
        ) : null}
        <Card pad>
          <Timeline steps={stepsOf(deposit, texts)} />
        </Card>
        <Card pad>
          <KeyValues
            items={[
              {
                key: 'number',
                label: texts.detail.number,
                value: (
                  <span className={cx('mono', styles.number)}>
                    {displayId(deposit.depositId)}
                    <CopyButton kind="icon" text={deposit.depositId} texts={copy} />
                  </span>
                ),
              },
              { key: 'channel', label: texts.detail.channel, value: deposit.channelName[language] },
              ...(differs
                ? [
                    {
                      key: 'claimed',
                      label: texts.detail.claimed,
                      value: `${symbol}${formatMoney(deposit.amount)}`,
                    },
                    {
                      key: 'booked',
                      label: texts.detail.booked,
                      value: `${symbol}${formatMoney(amount)}`,
                      sum: true,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        {deposit.entryId === null ? null : (
          <Card rows>
            <Row
              icon="funds"
              title={texts.detail.entry}
              href={`/user/FundingDetails?view=entry&id=${deposit.entryId}`}
            />
          </Card>
        )}
        {deposit.state === 'pending' ? <Note>{texts.detail.note}</Note> : null}
      </div>
    </>
  )
}

const Promised = ({ deposit }: { readonly deposit: Deposit }) => {
  const texts = depositsTexts.use().detail
  const { left } = fundPartsTexts.use()
  const moment = useMoment()
  const now = useNow(deposit.state === 'pending' ? 1_000 : 0)
  if (deposit.decidedAt !== null) return <p>{texts.decided(moment(deposit.decidedAt))}</p>
  if (deposit.promisedAt === null) return null
  const ms = Date.parse(deposit.promisedAt) - now
  const time = moment(deposit.promisedAt)
  return <p>{ms > 0 ? texts.promised(time, leftWords(ms, left)) : texts.late(time)}</p>
}

const bad = new Set(['rejected', 'expired'])
const mine = new Set(['sent', 'taken-back'])

const stepsOf = (deposit: Deposit, all: DepositsTexts): readonly TimelineStep[] => {
  const texts = all.detail
  const done: TimelineStep[] = deposit.steps.map(({ what, at }) => ({
    key: `${what} ${at}`,
    state: bad.has(what) ? 'bad' : 'done',
    title: texts.steps[what] ?? what,
    time: timeText(at),
    actor: mine.has(what)
      ? { text: texts.you, tone: 'me' }
      : { text: what === 'rejected' ? texts.reviewers : texts.system },
  }))
  if (deposit.state !== 'pending') return done
  return [
    ...done,
    { key: 'waiting', state: 'now', title: texts.waiting, time: texts.now, caption: texts.waitingText },
    {
      key: 'then',
      state: 'todo',
      title: texts.last,
      caption: texts.lastText(`${symbolOf(deposit.currency)}${formatMoney(deposit.amount)}`),
    },
  ]
}

interface TakeBackProps {
  readonly depositId: string
  readonly open: boolean
  readonly onClose: () => void
}

const TakeBack = ({ depositId, open, onClose }: TakeBackProps) => {
  const texts = depositsTexts.use().detail.taking
  const { run, busy } = useOnce(async () => {
    const answer = await call('/deposits/takeBack', { depositId }, { idempotencyKey: newIdempotencyKey() })
    await depositsMoved()
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
      {texts.text}
    </Dialog>
  )
}
