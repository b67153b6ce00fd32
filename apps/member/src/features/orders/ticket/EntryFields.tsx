// An entry that waits: the trigger, the order it becomes, and its last day.

import { Icon, Note, Segments } from '@fairlot/ui'
import { tickAt } from '@fairlot/rules/instruments'
import { percentText, priceText } from '#features/market-data'
import { useDay } from '#shell/format.ts'
import { expiryChoices } from '../components/expiry.ts'
import { FieldLine } from '../components/FieldLine.tsx'
import { ordersTexts } from '../texts/index.ts'
import { freshEntry, type EntryDraft } from './entry-draft.ts'
import { entryTexts } from './texts/index.ts'
import { PriceRow } from './PriceRow.tsx'
import { useFirstDay } from './use-first-day.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './EntryFields.module.css'

interface Props {
  readonly ticket: Ticket
  readonly entry: EntryDraft
}

export const EntryFields = ({ ticket, entry }: Props) => {
  const texts = entryTexts.use()
  const { draft, change, source, triggerProblem, priceProblem } = ticket
  const { facts } = source
  const { kind } = facts
  const last = facts.last ?? facts.reference
  const { fieldErrors } = ordersTexts.use()
  const tickError = (price: number) => fieldErrors.tick(priceText(tickAt(kind, price)))
  return (
    <div className={styles.entry}>
      <FieldLine label={texts.when}>
        <Segments
          compact
          label={texts.when}
          value={entry.way}
          onChange={(way) => change(freshEntry(draft.direction, facts, way))}
          items={(['rise', 'fall'] as const).map((value) => ({ value, label: texts.ways[value] }))}
        />
      </FieldLine>
      <PriceRow
        label={texts.trigger}
        aside={texts.triggerHow[entry.way]}
        how={texts.away(percentText(entry.trigger, last), priceText(last))}
        kind={kind}
        value={entry.trigger}
        onChange={(trigger) => {
          // The limit keeps its distance from the trigger.
          const moved = draft.price + trigger - entry.trigger
          change({ entry: { ...entry, trigger }, price: moved > 0 ? moved : draft.price })
        }}
        error={
          triggerProblem === 'tick'
            ? tickError(entry.trigger)
            : triggerProblem === 'reached'
              ? texts.reached[entry.way](priceText(last))
              : undefined
        }
      />
      <FieldLine label={texts.sends}>
        <Segments
          compact
          label={texts.sends}
          value={entry.sends}
          onChange={(sends) => change({ entry: { ...entry, sends } })}
          items={(['limit', 'market'] as const).map((value) => ({
            value,
            label: texts.sendsKinds[value],
            off: value === 'market' && !facts.limited,
          }))}
        />
      </FieldLine>
      {entry.sends === 'limit' ? (
        <PriceRow
          label={texts.limit[draft.direction]}
          aside={texts.limitHow[draft.direction]}
          kind={kind}
          value={draft.price}
          onChange={(price) => change({ price })}
          error={priceProblem === undefined ? undefined : tickError(draft.price)}
        />
      ) : (
        <p className={styles.how}>{texts.marketHow[draft.direction]}</p>
      )}
    </div>
  )
}

/** The last day it waits, and what happens until then. */
export const EntryExpiry = ({ ticket, entry }: Props) => {
  const texts = entryTexts.use()
  const dayText = useDay()
  const first = useFirstDay()
  const { conditionalDays } = ticket.source.facts.terms
  if (first === undefined) return null
  const chosen = entry.expiresOn ?? first
  const choices = [...new Set([...expiryChoices(first, conditionalDays), chosen])].toSorted()
  return (
    <>
      <label className={styles.until}>
        <span>{texts.until}</span>
        <span className={styles.choice}>
          <select
            value={chosen}
            onChange={(event) => ticket.change({ entry: { ...entry, expiresOn: event.target.value } })}
          >
            {choices.map((date) => (
              <option key={date} value={date}>
                {texts.close(dayText(date))}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={1} />
        </span>
      </label>
      <Note className={styles.note}>{texts.kept}</Note>
    </>
  )
}
