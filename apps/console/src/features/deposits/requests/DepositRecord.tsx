import { Note, StatusChip, Timeline } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts, LedgerLines } from '#kit/Detail.tsx'
import { moneyText } from '#kit/money-text.ts'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ReversePopup } from './ReversePopup.tsx'
import { depositsTexts } from './texts/index.ts'

/** One deposit from the claim to its ledger lines. */
export function DepositRecord({ depositId }: { readonly depositId: string }) {
  const read = useRead('/deposits/record', { depositId }, { every: 15_000 })
  return <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
}

function Shown({ data }: { readonly data: ConsoleDataOf<'/deposits/record'> }) {
  const all = depositsTexts.use()
  const texts = all.record
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
            {texts.sent(formatMoment(deposit.sentAt))}
            <StatusChip tone={deposit.state === 'rejected' ? 'crit' : 'brand'}>
              {all.states[deposit.state]}
            </StatusChip>
          </>
        }
        title={money(deposit.booked ?? deposit.amount)}
        sub={`${deposit.member.account} → ${deposit.channel[language]}`}
      />
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
            { key: 'promised', label: texts.promised, value: formatMoment(deposit.promisedAt) },
            ...(deposit.decidedAt === null
              ? []
              : [{ key: 'decided', label: texts.decided, value: formatMoment(deposit.decidedAt) }]),
            ...(deposit.fault === null
              ? []
              : [{ key: 'fault', label: texts.fault, value: all.faults[deposit.fault] }]),
            ...(data.note === null ? [] : [{ key: 'note', label: texts.note, value: data.note }]),
          ]}
        />
      </DetailPart>
      {line === null ? null : (
        <DetailPart title={texts.bank} aside={line.account}>
          <Facts
            items={[
              { key: 'amount', label: all.list.amount, value: moneyText(line.amount, line.currency) },
              { key: 'number', label: texts.bankNumber, value: line.bankNumber },
              { key: 'reference', label: texts.reference, value: line.reference },
              { key: 'time', label: texts.bankTime, value: formatMoment(line.bookedAt) },
            ]}
          />
          {line.differences.length === 0 ? null : (
            <Note tone="warn">
              {line.differences.map((each) => all.differences[each] ?? each).join(' · ')}
            </Note>
          )}
        </DetailPart>
      )}
      {reversal === null || reversal.corrected === null ? null : (
        <DetailPart title={all.reverse.corrected}>
          <Facts
            items={[
              { key: 'reversed', label: all.reverse.reversed, value: money(reversal.corrected.reversed) },
              {
                key: 'booked',
                label: all.reverse.booked,
                value:
                  reversal.corrected.booked === null ? all.reverse.nothing : money(reversal.corrected.booked),
              },
              { key: 'at', label: all.reverse.at, value: formatMoment(reversal.corrected.at) },
              { key: 'words', label: all.reverse.words, value: reversal.corrected.words[language] },
            ]}
          />
        </DetailPart>
      )}
      {reversal === null || reversal.proposal === null ? null : (
        <OpenProposal kind="deposit-reversal" proposal={reversal.proposal} />
      )}
      <DetailPart title={texts.steps}>
        <Timeline
          steps={data.steps.map(({ what, at }) => ({
            key: `${what} ${at}`,
            state: what === 'rejected' || what === 'expired' ? 'bad' : 'done',
            title: all.steps[what] ?? what,
            time: formatMoment(at),
          }))}
        />
      </DetailPart>
      <DetailPart title={texts.ledger}>
        {data.lines.length === 0 ? (
          texts.noLedger
        ) : (
          <LedgerLines
            label={texts.ledger}
            head={texts.head}
            lines={data.lines.map(({ entryId, event, account, amount, asset }) => ({
              key: `${entryId} ${account}`,
              what: all.events[event] ?? event,
              where: all.accounts[account.split('/').at(-1) ?? ''] ?? account,
              amount: moneyText(amount, asset),
              isOut: amount.startsWith('-'),
            }))}
          />
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
            {texts.open}
          </ConsoleButton>
        </DetailFoot>
      )}
      {isReversing ? <ReversePopup data={data} onClose={() => setReversing(false)} /> : null}
    </>
  )
}
