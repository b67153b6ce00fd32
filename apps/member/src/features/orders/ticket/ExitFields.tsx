// Stop loss and take profit that the order carries. They start when it fills.

import { formatMoney } from '@fairlot/money'
import { tickAt } from '@fairlot/rules/instruments'
import { exitKind, resultBetween } from '@fairlot/rules/orders'
import { Note, Segments } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { FieldLine } from '../components/FieldLine.tsx'
import { ordersTexts } from '../texts/index.ts'
import { freshExits, type ExitChoice } from './exit-draft.ts'
import { PriceRow } from './PriceRow.tsx'
import { entryTexts } from './texts/index.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './EntryFields.module.css'

const kinds = ['none', 'stop', 'take-profit', 'one-cancels-other'] as const

export const ExitFields = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = entryTexts.use().exits
  const { tick } = ordersTexts.use().fieldErrors
  const { draft, change, facts, order, preview, exits, exitProblem } = ticket
  const { kind, limited } = facts
  const at = preview?.price ?? facts.last ?? facts.reference
  const errorOf = (field: 'stop' | 'takeProfit', price: number) =>
    exitProblem?.field !== field
      ? undefined
      : exitProblem.msg === 'order.tick'
        ? tick(priceText(tickAt(kind, price)))
        : texts.wrong[field][order.direction](priceText(at))
  const leg = (field: 'stop' | 'takeProfit') => {
    const price = exits?.[field]
    if (price === undefined) return null
    return (
      <PriceRow
        label={texts[field]}
        aside={texts.hows[field]}
        how={texts.result(formatMoney(resultBetween(facts, order, at, price), { plus: true }))}
        kind={kind}
        value={price}
        onChange={(next) => change({ exits: { ...draft.exits, [field]: next } })}
        error={errorOf(field, price)}
      />
    )
  }
  return (
    <div className={styles.exits}>
      <FieldLine label={texts.label}>
        <Segments
          compact
          label={texts.label}
          value={(exits && exitKind(exits)) ?? 'none'}
          onChange={(choice) =>
            change({ exits: freshExits(choice as ExitChoice, order.direction, kind, at, draft.exits) })
          }
          items={kinds.map((value) => ({
            value,
            label: texts.kinds[value],
            off: !limited && (value === 'stop' || value === 'one-cancels-other'),
          }))}
        />
      </FieldLine>
      {leg('takeProfit')}
      {leg('stop')}
      {exits === undefined ? null : <Note>{texts.note}</Note>}
    </div>
  )
}
