import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Note, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { RequestLedger } from '#kit/list/RequestLedger.tsx'
import { RequestSteps } from '#kit/list/RequestSteps.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { ReturnPopup } from './ReturnPopup.tsx'
import { withdrawalsTexts } from './texts/index.ts'

type Record = ConsoleDataOf<'/withdrawals/record'>

/** One withdrawal from the request to the bank and its ledger lines. */
export function WithdrawalRecord({ withdrawalId }: { readonly withdrawalId: string }) {
  const read = useRead('/withdrawals/record', { withdrawalId }, { every: 15_000 })
  return <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
}

function Shown({ data }: { readonly data: Record }) {
  const all = withdrawalsTexts.use()
  const texts = { ...requestListTexts.use().record, ...all.record }
  const me = useMe()
  const { toReview } = useAddress()
  const [isReturning, setReturning] = useState(false)
  const { withdrawal: row, proposal } = data
  const { reviewId } = row
  const mayReturn =
    proposal === null && (row.stage === 'sent' || row.stage === 'paid') && mayDo(me, 'propose-funds')
  return (
    <>
      <DetailHead
        meta={
          <>
            <span className="mono">{row.number}</span>
            {texts.sent(momentText(row.sentAt))}
            <StatusChip tone={row.state === 'rejected' || row.stage === 'returned' ? 'crit' : 'brand'}>
              {all.views[row.state === 'pending' ? 'pending' : (row.stage ?? 'rejected')]}
            </StatusChip>
          </>
        }
        title={moneyText(row.amount, row.currency)}
        sub={`${row.member.account} → ${row.bank} •••• ${row.ending}`}
      />
      {proposal === null ? null : (
        <DetailPart title={all.returning.title}>
          <Note tone="brand">{texts.waiting(proposal.number, proposal.by)}</Note>
        </DetailPart>
      )}
      <WithdrawalFacts data={data} />
      {/* Both the request and the sending to the bank have the step name `sent`. */}
      <RequestSteps
        steps={data.steps}
        titleOf={(what, index) => (what === 'sent' && index > 0 ? all.toBank : all.steps[what])}
      />
      <DetailPart title={texts.ledger}>
        <RequestLedger lines={data.lines} events={all.events} />
      </DetailPart>
      <DetailFoot>
        {mayReturn ? (
          <ConsoleButton kind="outline" onPress={() => setReturning(true)}>
            {texts.back}
          </ConsoleButton>
        ) : null}
        {proposal !== null ? (
          <ConsoleButton onPress={() => toReview('payout-return', proposal.reviewId)}>
            {texts.open}
          </ConsoleButton>
        ) : reviewId === null ? null : (
          <ConsoleButton kind="outline" onPress={() => toReview('withdrawal', reviewId)}>
            {texts.open}
          </ConsoleButton>
        )}
      </DetailFoot>
      {isReturning ? (
        <ReturnPopup withdrawalId={row.withdrawalId} onClose={() => setReturning(false)} />
      ) : null}
    </>
  )
}

function WithdrawalFacts({ data }: { readonly data: Record }) {
  const all = withdrawalsTexts.use()
  const texts = { ...requestListTexts.use().record, ...all.record }
  const { withdrawal: row } = data
  const money = (amount: string) => moneyText(amount, row.currency)
  return (
    <DetailPart title={texts.facts}>
      <Facts
        items={[
          { key: 'fee', label: texts.fee, value: money(row.fee) },
          {
            key: 'reference',
            label: texts.reference,
            value: <span className="mono">{row.reference}</span>,
          },
          { key: 'withdrawable', label: texts.withdrawable, value: money(data.withdrawable) },
          { key: 'signed', label: texts.signed, value: row.isSigned ? texts.yes : texts.no },
          { key: 'promised', label: texts.promised, value: <Moment at={row.promisedAt} /> },
          ...(row.decidedAt === null
            ? []
            : [{ key: 'decided', label: texts.decided, value: <Moment at={row.decidedAt} /> }]),
          ...(data.bankNumber === null
            ? []
            : [{ key: 'bank', label: texts.bankNumber, value: data.bankNumber }]),
          ...(row.rejectionReason === null
            ? []
            : [
                {
                  key: 'rejectionReason',
                  label: texts.rejectionReason,
                  value: all.rejectionReasons[row.rejectionReason],
                },
              ]),
          ...(data.note === null ? [] : [{ key: 'note', label: texts.note, value: data.note }]),
        ]}
      />
    </DetailPart>
  )
}
