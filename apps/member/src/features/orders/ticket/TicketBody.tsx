// The fields of a ticket, in their fixed order: direction, price, lots, leverage, validity, costs, total.

import { lotSize, tickAt } from '@fairlot/rules/instruments'
import { Note, Segments, Switch, TextLink } from '@fairlot/ui'
import { useId, useState } from 'react'
import { minuteText, priceText } from '#features/market-data'
import { LotStepper } from '../components/LotStepper.tsx'
import { PriceStepper } from '../components/PriceStepper.tsx'
import { PriceTypeChoice } from '../components/PriceTypeChoice.tsx'
import { ValidityChoice } from '../components/ValidityChoice.tsx'
import { countText, moneyText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { Borrowing } from './Borrowing.tsx'
import { Costs } from './Costs.tsx'
import { Leverage } from './Leverage.tsx'
import { disabledReason, disabledPrices } from './disabled-reasons.ts'
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
      <DirectionChoice ticket={ticket} />
      <PriceAndLots ticket={ticket} />
      {draft.direction === 'long' ? <Leverage ticket={ticket} /> : null}
      <Borrowing ticket={ticket} />
      <DayTrade ticket={ticket} />
      <Validities ticket={ticket} />
      <Costs ticket={ticket} />
    </div>
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

const lotsErrorOf = (
  { draft, source, maxLots }: Ticket,
  { fieldErrors, lots }: Texts,
): string | undefined => {
  const max = Math.min(maxLots, source.facts.terms.maxLots)
  if (draft.lots < 1) return fieldErrors.lots(countText(source.facts.terms.maxLots))
  if (draft.lots <= max) return undefined
  return max === 0 ? lots.none : lots.over(countText(max))
}

const PriceAndLots = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, source, maxLots } = ticket
  const { facts, feed } = source
  const [unread, setUnread] = useState<'price' | 'lots'>()
  const isStale = feed.state === 'stale' || feed.state === 'offline'
  const { upper, lower } = facts
  const priceError = unread === 'price' ? texts.fieldErrors.unreadable : priceErrorOf(ticket, texts)
  const lotsError = unread === 'lots' ? texts.fieldErrors.wholeLots : lotsErrorOf(ticket, texts)
  return (
    <>
      <PriceTypeChoice
        label={texts.ticket.both}
        value={draft.priceType}
        onChange={(priceType) => change({ priceType })}
        types={['limit', 'market']}
        off={disabledPrices(ticket.choices, texts, isStale)}
      />
      <div className={styles.duo}>
        {draft.priceType === 'limit' ? (
          <PriceStepper
            compact
            kind={facts.kind}
            value={draft.price}
            onChange={(price) => {
              setUnread(undefined)
              change({ price })
            }}
            onUnreadable={() => setUnread('price')}
            lower={lower}
            upper={upper}
            error={priceError}
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
        <LotStepper
          compact
          lots={draft.lots}
          onChange={(lots) => {
            setUnread(undefined)
            change({ lots })
          }}
          onUnreadable={() => setUnread('lots')}
          max={facts.terms.maxLots}
          error={lotsError}
          hint={
            lotsError === undefined ? (
              <>
                <span>{texts.lots.shares(countText(draft.lots * lotSize))}</span>
                <span>{texts.lots.over(countText(maxLots))}</span>
              </>
            ) : undefined
          }
        />
      </div>
    </>
  )
}

const DayTrade = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, choices, source } = ticket
  const { facts, answer } = source
  if (!facts.dayTrading.eligible)
    return (
      <p className={styles.apply}>
        {draft.direction === 'long' ? `${texts.ticket.dayTradeApply} ` : null}
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
