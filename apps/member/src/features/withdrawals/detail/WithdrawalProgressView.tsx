// One withdrawal from the phone to the bank: the held amount, who has approved, the promised time, and why it came
// back.

import { ActionBar, Button, IconButton, LinkButton, Note, Row } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { CancelDialog, RequestNumber, RequestProgress, symbolOf } from '#features/funds'
import { SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { StatisticsCard } from '../StatisticsCard.tsx'
import { withdrawalsTexts } from '../texts/index.ts'
import { useWithdrawalChanges, withdrawalsMoved } from '../use-withdrawal-changes.ts'
import { stepsOf } from './steps-of.ts'
import { withdrawalDetailTexts } from './texts/index.ts'

export type Withdrawal = DataOf<'/withdrawals/read'>['withdrawal']

/** The money was credited back to the member. */
const cameBack = ({ state, stage }: Withdrawal): boolean => state === 'rejected' || stage === 'returned'

/** What was held for it: the amount and the fee. */
const heldOf = ({ amount, fee }: Withdrawal): bigint => BigInt(amount) + BigInt(fee)

const chipOf = (withdrawal: Withdrawal) =>
  cameBack(withdrawal)
    ? ({ tone: 'crit', icon: 'warning' } as const)
    : withdrawal.stage === 'paid'
      ? ({ tone: 'brand', icon: 'check' } as const)
      : ({ tone: 'warn', icon: 'clock' } as const)

/** Reasons that concern the account itself: correcting it is the next step. */
const ofAccount = new Set(['name-differs', 'account-refused', 'bank-returned'])

const cancel = async (withdrawalId: string): Promise<boolean> => {
  const answer = await call('/withdrawals/cancel', { withdrawalId }, { idempotencyKey: newIdempotencyKey() })
  await withdrawalsMoved()
  return answer.ok
}

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
                {texts.cancel}
              </Button>
            ) : (
              <>
                {ofAccount.has(shown.rejectionReason ?? '') ? (
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
            <CancelDialog
              open={asking}
              onClose={() => setAsking(false)}
              texts={texts.taking}
              onCancel={() => cancel(withdrawal.withdrawalId)}
            >
              {texts.taking.text(`${symbolOf(withdrawal.currency)}${formatMoney(heldOf(withdrawal))}`)}
            </CancelDialog>
          </>
        )}
      </Answered>
      <SupportSheet
        open={contact}
        onClose={() => setContact(false)}
        about={{ kind: 'withdrawal', id: withdrawalId }}
      />
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
  const money = (value: string | bigint) => `${symbolOf(withdrawal.currency)}${formatMoney(value)}`
  const { stage, state, rejectionReason } = withdrawal
  const why = withdrawal.note ?? (rejectionReason === null ? null : texts.rejectionReasons[rejectionReason])
  return (
    <RequestProgress
      request={withdrawal}
      texts={details}
      chip={{
        ...chipOf(withdrawal),
        children: stage === null ? texts.states[state] : texts.stages[stage],
      }}
      amount={withdrawal.amount}
      to={<p>{details.to(withdrawal.bankName, withdrawal.ending)}</p>}
      returned={cameBack(withdrawal) ? details.back(why ?? '', money(heldOf(withdrawal))) : undefined}
      steps={stepsOf(withdrawal, details)}
      facts={[
        { key: 'fee', label: texts.fee, value: money(withdrawal.fee) },
        { key: 'arrives', label: texts.arrives, value: money(cameBack(withdrawal) ? 0n : withdrawal.amount) },
        { key: 'number', label: details.number, value: <RequestNumber id={withdrawal.withdrawalId} /> },
      ]}
      row={
        cameBack(withdrawal) && rejectionReason !== 'cancelled' ? (
          <Row icon="headset" title={details.disagree} onPress={onService} />
        ) : null
      }
    >
      {state === 'pending' ? <Note>{details.note(money(heldOf(withdrawal)))}</Note> : null}
      <StatisticsCard />
    </RequestProgress>
  )
}
