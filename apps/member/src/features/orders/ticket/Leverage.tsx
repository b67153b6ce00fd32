// 1x, 2x, 2.5x, and what each borrows.

import { longMultiples } from '@fairlot/rules/orders'
import { LoanBar, Segments } from '@fairlot/ui'
import { useId, useState } from 'react'
import { FieldLine } from '../components/FieldLine.tsx'
import { moneyText, multipleText, rateText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { disabledReason } from './disabled-reasons.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './Borrowing.module.css'

export const Leverage = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const [asked, setAsked] = useState<string>()
  const noteId = useId()
  const { draft, change, choices, preview } = ticket
  const nameOf = (multiple: number) => texts.multiple(multipleText(multiple))
  const reasonOf = (name: string) =>
    choices.multiples.find(({ value }) => nameOf(value) === name)?.reason ?? null
  const why = asked === undefined ? null : reasonOf(asked)
  const loan = preview?.loan ?? 0n
  return (
    <>
      <FieldLine
        label={texts.ticket.multiple}
        note={
          <span id={noteId} role="status">
            {why !== null && asked !== undefined
              ? `${asked}：${disabledReason(why.rule, texts)}`
              : loan === 0n
                ? texts.ticket.ownAll
                : ''}
          </span>
        }
      >
        <Segments
          compact
          label={texts.ticket.multiple}
          value={nameOf(draft.multiple)}
          onChange={(name) => {
            setAsked(undefined)
            change({ multiple: longMultiples.find((multiple) => nameOf(multiple) === name) ?? 100 })
          }}
          onOff={setAsked}
          aria-describedby={noteId}
          items={longMultiples.map((multiple) => ({
            value: nameOf(multiple),
            label: nameOf(multiple),
            off: reasonOf(nameOf(multiple)) !== null,
          }))}
        />
      </FieldLine>
      {preview === null || loan === 0n ? null : (
        <div className={styles.bar}>
          <LoanBar
            kind="loan"
            label={texts.ticket.loanBar(moneyText(preview.ownPart), moneyText(loan))}
            left={{
              label: texts.ticket.own,
              text: moneyText(preview.ownPart),
              size: Number(preview.ownPart),
            }}
            right={{
              label: texts.ticket.loan(rateText(preview.interestApr), moneyText(preview.interestPerDay)),
              text: moneyText(loan),
              size: Number(loan),
            }}
          />
        </div>
      )}
    </>
  )
}
