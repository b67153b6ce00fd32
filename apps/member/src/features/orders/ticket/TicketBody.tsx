// The fields of a ticket, in their fixed order: direction, price, lots, leverage, validity, costs, total.

import { tickAt } from '@fairlot/rules/instruments'
import { cx, Note, Segments, Switch, TextLink } from '@fairlot/ui'
import { useId, useState } from 'react'
import { minuteText, priceText } from '#features/market-data'
import { PriceStepper } from '../components/PriceStepper.tsx'
import { PriceTypeChoice } from '../components/PriceTypeChoice.tsx'
import { ValidityChoice } from '../components/ValidityChoice.tsx'
import { countText, moneyText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { Book } from './Book.tsx'
import { Borrowing } from './Borrowing.tsx'
import { Costs } from './Costs.tsx'
import { EntryExpiry, EntryFields } from './EntryFields.tsx'
import { ExitFields } from './ExitFields.tsx'
import { Leverage } from './Leverage.tsx'
import { BookChoice } from './odd/BookChoice.tsx'
import { OddFields } from './odd/LazyOddFields.tsx'
import { RepeatLast } from './RepeatLast.tsx'
import { Size } from './Size.tsx'
import { disabledReason, disabledPrices } from './disabled-reasons.ts'
import { freshEntry } from './entry-draft.ts'
import { priceEffectOf } from './price-effect.ts'
import type { Ticket } from './use-ticket.ts'
import { useTicketNote } from './use-ticket-note.ts'
import styles from './TicketBody.module.css'

export const TicketBody = ({ ticket }: { readonly ticket: Ticket }) => {
  const { draft } = ticket
  const note = useTicketNote(ticket)
  return (
    <div className={styles.ticket}>
      {note === undefined ? null : (
        <Note tone={note.tone} role="status" className={styles.note}>
          {note.text}
        </Note>
      )}
      <BookChoice ticket={ticket} />
      {draft.odd === undefined ? (
        <WholeLots ticket={ticket} />
      ) : (
        <OddFields ticket={ticket} odd={draft.odd} />
      )}
      <Costs ticket={ticket} />
    </div>
  )
}

const WholeLots = ({ ticket }: { readonly ticket: Ticket }) => {
  const { draft, entry } = ticket
  return (
    <>
      <DirectionChoice ticket={ticket} />
      {entry === undefined ? (
        <div className={styles.beside}>
          <div className={styles.fields}>
            <Price ticket={ticket} />
            <Size ticket={ticket} />
            <RepeatLast ticket={ticket} />
          </div>
          <Book ticket={ticket} />
        </div>
      ) : (
        <div className={cx(styles.fields, styles.alone)}>
          <Types ticket={ticket} />
          <EntryFields ticket={ticket} entry={entry} />
          <Size ticket={ticket} />
        </div>
      )}
      {draft.direction === 'long' ? <Leverage ticket={ticket} /> : null}
      <Borrowing ticket={ticket} />
      {entry === undefined ? (
        <>
          <DayTrade ticket={ticket} />
          <Validities ticket={ticket} />
        </>
      ) : (
        <EntryExpiry ticket={ticket} entry={entry} />
      )}
      <ExitFields ticket={ticket} />
    </>
  )
}

const DirectionChoice = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const [asked, setAsked] = useState(false)
  const noteId = useId()
  const { directions } = ticket.choices
  const why = directions.find(({ value }) => value === 'short')?.reason ?? null
  return (
    <>
      <Segments
        label={texts.direction}
        value={ticket.draft.direction}
        onChange={(direction) => {
          setAsked(false)
          ticket.change({ direction })
        }}
        onOff={() => setAsked(true)}
        aria-describedby={noteId}
        items={(['long', 'short'] as const).map((value) => ({
          value,
          label: texts.directions[value],
          aside: texts.directionAsides[value],
          tone: value === 'long' ? 'up' : 'down',
          off: value === 'short' && why !== null && ticket.draft.direction !== 'short',
        }))}
      />
      <p id={noteId} role="status" className={styles.small}>
        {asked && why !== null ? `${texts.directions.short}：${disabledReason(why.rule, texts)}` : ''}
      </p>
    </>
  )
}

type Texts = ReturnType<typeof ordersTexts.use>

const priceErrorOf = (
  { draft, source, priceProblem }: Ticket,
  { fieldErrors }: Texts,
): string | undefined => {
  const { kind, upper, lower } = source.facts
  if (priceProblem === undefined) return undefined
  if (priceProblem === 'tick') return fieldErrors.tick(priceText(tickAt(kind, draft.price)))
  return priceProblem === 'above' ? fieldErrors.above(priceText(upper)) : fieldErrors.below(priceText(lower))
}

const types = ['limit', 'market', 'conditional'] as const

/** Limit, market, or an order that waits for its trigger. */
const Types = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, source, choices } = ticket
  const { facts, feed } = source
  const isStale = feed.state === 'stale' || feed.state === 'offline'
  return (
    <PriceTypeChoice
      value={draft.priceType}
      onChange={(priceType) =>
        change({
          priceType,
          ...(priceType === 'conditional' && draft.priceType !== 'conditional'
            ? freshEntry(draft.direction, facts)
            : {}),
        })
      }
      types={ticket.changed === undefined ? types : ['conditional']}
      off={disabledPrices(choices, texts, isStale)}
    />
  )
}

const Price = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, source } = ticket
  const { facts } = source
  const [isUnread, setUnread] = useState(false)
  const { upper, lower } = facts
  const error = isUnread ? texts.fieldErrors.unreadable : priceErrorOf(ticket, texts)
  return (
    <>
      <Types ticket={ticket} />
      {draft.priceType === 'limit' ? (
        <PriceStepper
          compact
          kind={facts.kind}
          value={draft.price}
          onChange={(price) => {
            setUnread(false)
            change({ price })
          }}
          onUnreadable={() => setUnread(true)}
          lower={lower}
          upper={upper}
          error={error}
          above={<Effect ticket={ticket} />}
        />
      ) : (
        <div>
          <p className={styles.market}>{texts.ticket.marketPrice}</p>
          <p className={styles.small}>
            {upper === null
              ? null
              : (draft.direction === 'long' ? texts.ticket.marketHint : texts.ticket.marketHintShort)(
                  priceText(upper),
                )}
          </p>
        </div>
      )}
    </>
  )
}

/** What the price does now, while the market trades continuously. */
const Effect = ({ ticket }: { readonly ticket: Ticket }) => {
  const { effect } = ordersTexts.use().book
  const { draft, source, priceProblem } = ticket
  if (priceProblem !== undefined || source.facts.state !== 'continuous' || draft.lots < 1) return null
  const found = priceEffectOf(draft.direction, draft.price, draft.lots, source.live)
  return found === undefined ? null : (
    <span className={styles.effect}>{effect(found.kind, countText(found.lots), draft.direction)}</span>
  )
}

const DayTrade = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, choices, source } = ticket
  const { facts, answer } = source
  if (!facts.dayTrading.eligible)
    return (
      <p className={styles.apply}>
        {texts.ticket.dayTradeApply[draft.direction]}{' '}
        <TextLink inline href="/common/dayTrading?tab=applied">
          {texts.ticket.dayTradeLink}
        </TextLink>
      </p>
    )
  const { reason } = choices.dayTrade
  const { autoCoverAt } = answer.dayTrading
  const time = autoCoverAt === null ? '' : minuteText(Date.parse(autoCoverAt))
  return (
    <div className={styles.switch}>
      <span className={styles.texts}>
        <span>{texts.ticket.dayTrade}</span>
        <span className={styles.small}>
          {reason !== null
            ? disabledReason(reason.rule, texts)
            : draft.dayTrade
              ? (facts.kind === 'etf' ? texts.ticket.dayTradeEtf : texts.ticket.dayTradeOn)(time)
              : (facts.kind === 'etf' ? texts.ticket.dayTradeOffEtf : texts.ticket.dayTradeOff)(
                  moneyText(facts.dayTrading.left),
                )}
        </span>
      </span>
      <Switch
        label={texts.ticket.dayTrade}
        checked={draft.dayTrade}
        disabled={reason !== null}
        onChange={(dayTrade) => change({ dayTrade })}
      />
    </div>
  )
}

const Validities = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, choices } = ticket
  const off = Object.fromEntries(
    choices.prices.flatMap(({ value, reason }) =>
      value.priceKind === draft.priceType && reason !== null
        ? [[value.validity, disabledReason(reason.rule, texts)]]
        : [],
    ),
  )
  return <ValidityChoice value={draft.validity} onChange={(validity) => change({ validity })} off={off} />
}
