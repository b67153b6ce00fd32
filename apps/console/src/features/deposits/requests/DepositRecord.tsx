import { Note, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { RequestLedger } from '#kit/list/RequestLedger.tsx'
import { RequestSteps } from '#kit/list/RequestSteps.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { moneyText } from '#kit/money-text.ts'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ReversePopup } from './ReversePopup.tsx'
import { depositsTexts } from './texts/index.ts'

type Record = ConsoleDataOf<'/deposits/record'>

/** One deposit from the claim to its ledger lines. */
export function DepositRecord({ depositId }: { readonly depositId: string }) {
  const read = useRead('/deposits/record', { depositId }, { every: 15_000 })
  return <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
}

function Shown({ data }: { readonly data: Record }) {
  const all = depositsTexts.use()
  const shared = requestListTexts.use().record
  const language = useLanguage()
  const { toReview } = useAddress()
  const { deposit, line, reversal } = data
  const mayReverse =
    mayDo(useMe(), 'propose-funds') && reversal?.corrected === null && reversal.proposal === null
  const [isReversing, setReversing] = useState(false)
  const { currency, reviewId } = deposit
  const money = (amount: string) => moneyText(amount, currency)
  return (
    <>
      <DetailHead
        meta={
          <>
            <span className="mono">{deposit.number}</span>
            {shared.sent(momentText(deposit.sentAt))}
            <StatusChip tone={deposit.state === 'rejected' ? 'crit' : 'brand'}>
              {all.states[deposit.state]}
            </StatusChip>
          </>
        }
        title={money(deposit.booked ?? deposit.amount)}
        sub={`${deposit.member.account} → ${deposit.channel[language]}`}
      />
      <ClaimFacts data={data} />
      {line === null ? null : <BankLine line={line} />}
      {reversal === null || reversal.corrected === null ? null : (
        <Corrected corrected={reversal.corrected} currency={currency} />
      )}
      {reversal === null || reversal.proposal === null ? null : (
        <OpenProposal kind="deposit-reversal" proposal={reversal.proposal} />
      )}
      <RequestSteps steps={data.steps} titleOf={(what) => all.steps[what]} />
      <DetailPart title={shared.ledger}>
        {data.lines.length === 0 ? (
          all.record.noLedger
        ) : (
          <RequestLedger lines={data.lines} events={all.events} />
        )}
      </DetailPart>
      {reviewId === null ? null : (
        <DetailFoot>
          {mayReverse ? (
            <ConsoleButton kind="outline" onPress={() => setReversing(true)}>
              {all.reverse.action}
            </ConsoleButton>
          ) : null}
          <ConsoleButton kind="outline" onPress={() => toReview('deposit', reviewId)}>
            {shared.open}
          </ConsoleButton>
        </DetailFoot>
      )}
      {isReversing ? <ReversePopup data={data} onClose={() => setReversing(false)} /> : null}
    </>
  )
}

function ClaimFacts({ data }: { readonly data: Record }) {
  const all = depositsTexts.use()
  const texts = { ...requestListTexts.use().record, ...all.record }
  const { deposit } = data
  const money = (amount: string) => moneyText(amount, deposit.currency)
  return (
    <DetailPart title={texts.facts}>
      <Facts
        items={[
          { key: 'claimed', label: texts.claimed, value: money(deposit.amount) },
          ...(deposit.booked === null
            ? []
            : [{ key: 'booked', label: texts.booked, value: money(deposit.booked) }]),
          { key: 'fee', label: texts.fee, value: money(data.fee) },
          { key: 'reference', label: texts.reference, value: data.reference },
          { key: 'from', label: texts.from, value: data.ending === null ? '—' : `•••• ${data.ending}` },
          { key: 'promised', label: texts.promised, value: <Moment at={deposit.promisedAt} /> },
          ...(deposit.decidedAt === null
            ? []
            : [{ key: 'decided', label: texts.decided, value: <Moment at={deposit.decidedAt} /> }]),
          ...(deposit.rejectionReason === null
            ? []
            : [
                {
                  key: 'rejectionReason',
                  label: texts.rejectionReason,
                  value: all.rejectionReasons[deposit.rejectionReason],
                },
              ]),
          ...(data.note === null ? [] : [{ key: 'note', label: texts.note, value: data.note }]),
        ]}
      />
    </DetailPart>
  )
}

function BankLine({ line }: { readonly line: NonNullable<Record['line']> }) {
  const all = depositsTexts.use()
  const texts = all.record
  const { bankNumber } = requestListTexts.use().record
  return (
    <DetailPart title={texts.bank} aside={line.account}>
      <Facts
        items={[
          { key: 'amount', label: all.list.amount, value: moneyText(line.amount, line.currency) },
          { key: 'number', label: bankNumber, value: line.bankNumber },
          { key: 'reference', label: texts.reference, value: line.reference },
          { key: 'time', label: texts.bankTime, value: <Moment at={line.bookedAt} /> },
        ]}
      />
      {line.differences.length === 0 ? null : (
        <Note tone="warn">{line.differences.map((each) => all.differences[each] ?? each).join(' · ')}</Note>
      )}
    </DetailPart>
  )
}

interface CorrectedProps {
  readonly corrected: NonNullable<NonNullable<Record['reversal']>['corrected']>
  readonly currency: string
}

function Corrected({ corrected, currency }: CorrectedProps) {
  const texts = depositsTexts.use().reverse
  const language = useLanguage()
  const money = (amount: string) => moneyText(amount, currency)
  return (
    <DetailPart title={texts.corrected}>
      <Facts
        items={[
          { key: 'reversed', label: texts.reversed, value: money(corrected.reversed) },
          {
            key: 'booked',
            label: texts.booked,
            value: corrected.booked === null ? texts.nothing : money(corrected.booked),
          },
          { key: 'at', label: texts.at, value: <Moment at={corrected.at} /> },
          { key: 'texts', label: texts.message, value: corrected.texts[language] },
        ]}
      />
    </DetailPart>
  )
}
