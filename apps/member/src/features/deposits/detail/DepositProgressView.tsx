// One deposit from the receipt to the ledger: its stage, the promised time of a decision, and the result.

import { ActionBar, Button, IconButton, LinkButton, Note, type TimelineStep } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { CancelDialog, RequestNumber, RequestProgress, symbolOf, Why } from '#features/funds'
import { timeText } from '#features/orders'
import { SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { depositsTexts } from '../texts/index.ts'
import type { DepositsTexts } from '../texts/tw.ts'
import { depositsMoved, useDepositChanges } from '../use-deposit-changes.ts'

type Deposit = DataOf<'/deposits/read'>['deposit']

const tones = { pending: 'warn', passed: 'brand', rejected: 'crit' } as const
const icons = { pending: 'clock', passed: 'check', rejected: 'warning' } as const

const cancel = async (depositId: string): Promise<boolean> => {
  const answer = await call('/deposits/cancel', { depositId }, { idempotencyKey: newIdempotencyKey() })
  await depositsMoved()
  return answer.ok
}

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
                {texts.cancel}
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
      <CancelDialog
        open={asking}
        onClose={() => setAsking(false)}
        texts={texts.taking}
        onCancel={() => cancel(depositId)}
      >
        {texts.taking.text}
      </CancelDialog>
      <SupportSheet
        open={contact}
        onClose={() => setContact(false)}
        about={{ kind: 'deposit', id: depositId }}
      />
    </RouteScreen>
  )
}

const Shown = ({ deposit }: { readonly deposit: Deposit }) => {
  const texts = depositsTexts.use()
  const language = useLanguage()
  const symbol = symbolOf(deposit.currency)
  const amount = deposit.booked ?? deposit.amount
  const differs = deposit.booked !== null && deposit.booked !== deposit.amount
  const why =
    deposit.note ??
    (deposit.rejectionReason === null ? null : texts.rejectionReasons[deposit.rejectionReason])
  return (
    <RequestProgress
      request={deposit}
      texts={texts.detail}
      chip={{
        tone: tones[deposit.state],
        icon: icons[deposit.state],
        children: texts.states[deposit.state],
      }}
      amount={amount}
      returned={deposit.state === 'rejected' ? texts.detail.back(why ?? '') : undefined}
      notes={
        differs ? (
          <Note tone="warn">
            <Why title={texts.detail.differs}>{why}</Why>
          </Note>
        ) : null
      }
      steps={stepsOf(deposit, texts)}
      facts={[
        { key: 'number', label: texts.detail.number, value: <RequestNumber id={deposit.depositId} /> },
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
    >
      {deposit.state === 'pending' ? <Note>{texts.detail.note}</Note> : null}
    </RequestProgress>
  )
}

const bad = new Set(['rejected', 'expired'])
const mine = new Set(['sent', 'cancelled'])

const stepsOf = (deposit: Deposit, all: DepositsTexts): readonly TimelineStep[] => {
  const texts = all.detail
  const approvals = deposit.steps.filter(({ what }) => what === 'approved')
  const done: TimelineStep[] = deposit.steps.map(({ what, at }, index) => ({
    key: `${index} ${what} ${at}`,
    state: bad.has(what) ? 'bad' : 'done',
    title:
      what === 'approved'
        ? texts.approved(approvals.findIndex((step) => step === deposit.steps[index]) + 1)
        : (texts.steps[what] ?? what),
    time: timeText(at),
    actor: mine.has(what)
      ? { text: texts.you, tone: 'me' }
      : { text: what === 'rejected' || what === 'approved' ? texts.reviewers : texts.system },
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
