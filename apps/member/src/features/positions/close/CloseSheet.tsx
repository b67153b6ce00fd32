// Closing a position: how many lots, at what price or condition, the exact result, and the position before and after.

import { Button, LotBar, Note, Sheet, SkeletonRows, StatusChip } from '@fairlot/ui'
import { sessionHours } from '@fairlot/rules/calendar'
import { isOddLot, lotSize, splitLots } from '@fairlot/rules/instruments'
import { type ChoiceReason, oddEntryReason, orderChoices } from '@fairlot/rules/orders'
import { useState } from 'react'
import {
  LotStepper,
  ordersTexts,
  disabledPrices,
  latestExpiry,
  PriceTypeChoice,
  TicketSubject,
  useSource,
  ValidityChoice,
  disabledReason,
  type TicketSource,
} from '#features/orders'
import { priceText, shortNameIn, useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, multipleText, type ConditionalRow, type PositionRow } from '../figures.ts'
import { positionsTexts } from '../texts/index.ts'
import { type Lock, useLock, useWhen } from '../use-lock.ts'
import { useTradingDay, type TradingDay } from '../use-trading-day.ts'
import { Conditions } from './Conditions.tsx'
import { ConfirmClose } from './ConfirmClose.tsx'
import { Costs } from './Costs.tsx'
import {
  draftOf,
  fitDraft,
  freeShares,
  openDraft,
  previewOf,
  problemOf,
  refusalOf,
  unitOf,
  type CloseDraft,
  type CloseType,
} from './draft.ts'
import { PriceField } from './PriceField.tsx'
import { Split } from './Split.tsx'
import { closeTexts } from './texts/index.ts'
import { useProblemText } from './use-problem-text.ts'
import styles from './CloseSheet.module.css'

interface Props {
  readonly position: PositionRow
  /** Initial number of shares; default: all that are free. */
  readonly quantity?: number | undefined
  /** The waiting condition to change. */
  readonly changed?: ConditionalRow | undefined
  readonly onClose: () => void
}

export const CloseSheet = (props: Props) => {
  const { position, onClose } = props
  const texts = closeTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const { source, terms } = useSource(position.symbol)
  const day = useTradingDay()
  if (source !== undefined && day !== undefined) return <Filled {...props} source={source} day={day} />
  return (
    <Sheet open onClose={onClose} title={texts.title(shortNameIn(language, position))} closeLabel={close}>
      <Answered read={terms} skeleton={<SkeletonRows label={shellTexts.now().loading} count={5} />}>
        {() => <SkeletonRows label={shellTexts.now().loading} count={5} />}
      </Answered>
    </Sheet>
  )
}

interface FilledProps extends Props {
  readonly source: TicketSource
  readonly day: TradingDay
}

const Filled = ({ position: row, quantity, changed, source, day, onClose }: FilledProps) => {
  const texts = closeTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const { facts } = source
  const ground = { terms: facts.terms, today: day.date }
  const lock = useLock(row, ground)
  const [typed, setDraft] = useState<CloseDraft>(() => {
    const opened = openDraft(row, facts, {
      quantity,
      isLocked: lock !== undefined && !lock.isShort,
      // A day trade is covered today, and its conditions end with it.
      expiresOn: row.dayTrade ? day.date : latestExpiry(day.date, facts.terms.conditionalDays),
    })
    return changed === undefined ? opened : draftOf(opened, changed)
  })
  const draft = fitDraft(typed, row, changed)
  const [isConfirming, setConfirming] = useState(false)
  const change = (part: Partial<CloseDraft>) => setDraft((before) => ({ ...before, ...part }))
  const name = shortNameIn(language, row)
  return (
    <>
      <Sheet
        open={!isConfirming}
        covered={isConfirming}
        onClose={onClose}
        title={texts.title(name)}
        subject={<TicketSubject source={source} lead={texts.lead} />}
        closeLabel={close}
        footer={
          <Foot
            row={row}
            draft={draft}
            source={source}
            day={day}
            lock={lock}
            changed={changed}
            onReview={() => setConfirming(true)}
          />
        }
      >
        <div className={styles.body}>
          <Held row={row} />
          {row.dayTrade ? <AutoCover date={day.date} /> : null}
          <Quantity row={row} draft={draft} changed={changed} onChange={change} />
          <Split draft={draft} source={source} className={styles.split} />
          {changed === undefined ? (
            <Price row={row} draft={draft} source={source} lock={lock} onChange={change} />
          ) : null}
          {draft.type === 'conditional' ? (
            <Conditions row={row} draft={draft} source={source} day={day} lock={lock} onChange={change} />
          ) : (
            <Costs row={row} draft={draft} source={source} day={day} />
          )}
        </div>
      </Sheet>
      <ConfirmClose
        open={isConfirming}
        row={row}
        draft={draft}
        source={source}
        day={day}
        changed={changed}
        onBack={() => setConfirming(false)}
        onDone={onClose}
      />
    </>
  )
}

const Held = ({ row }: { readonly row: PositionRow }) => {
  const texts = closeTexts.use()
  const shared = positionsTexts.use()
  const language = useLanguage()
  return (
    <p className={styles.held}>
      <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>
        {shared.direction[row.direction]}
        {row.multiple === 100 ? '' : ` ${shared.times(multipleText(row.multiple))}`}
      </StatusChip>
      {texts.held(lotsText(row.shares, language), priceText(row.price))}
    </p>
  )
}

/** A day trade does not stay open: the house covers it at this time. */
const AutoCover = ({ date }: { readonly date: string }) => {
  const texts = closeTexts.use()
  const when = useWhen()
  const session = useMarketSession()
  if (session === undefined) return null
  const { autoCoverAt } = sessionHours(session.data.calendar, date)
  return <Note className={styles.cover}>{texts.autoCover(when(autoCoverAt))}</Note>
}

interface PartProps {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly onChange: (part: Partial<CloseDraft>) => void
}

const Quantity = ({
  row,
  draft,
  changed,
  onChange,
}: PartProps & { readonly changed: ConditionalRow | undefined }) => {
  const texts = closeTexts.use()
  const language = useLanguage()
  const unit = unitOf(row, draft.type, changed)
  const free = freeShares(row, draft.type, changed)
  const label = (unit === 1 ? texts.shares : texts.lots)[row.direction]
  const max = Math.max(1, free / unit)
  const quick = quickOf(free, unit)
  return (
    <section className={styles.part} aria-label={label}>
      <div className={styles.line}>
        <span>{label}</span>
        <small>{texts.free(lotsText(free, language))}</small>
      </div>
      <LotStepper
        odd={unit === 1}
        lots={draft.quantity / unit}
        max={max}
        label={label}
        onChange={(count) => onChange({ quantity: unit * Math.min(Math.max(1, count), max) })}
      />
      <div className={styles.bar}>
        <LotBar
          label={texts.bar(lotsText(draft.quantity, language), lotsText(row.shares, language))}
          total={row.shares / lotSize}
          filled={draft.quantity / lotSize}
        />
      </div>
      {free > unit ? (
        <div className={styles.quick} role="group" aria-label={texts.quick}>
          {quick.map(({ name, quantity }) => (
            <button
              key={name}
              type="button"
              className={styles.share}
              aria-pressed={draft.quantity === quantity}
              onClick={() => onChange({ quantity })}
            >
              {name === 'part' ? lotsText(quantity, language) : texts[name]}
            </button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

/** A number has one button, so that only one is selected: half of three lots is one lot. */
function quickOf(free: number, unit: number): readonly { name: 'part' | 'half' | 'all'; quantity: number }[] {
  const all = { name: 'all', quantity: free } as const
  const { whole, odd } = splitLots(free)
  if (unit === 1)
    return whole === 0
      ? [{ name: 'half', quantity: Math.floor(free / 2) }, all]
      : [{ name: 'part', quantity: odd }, { name: 'half', quantity: Math.floor(free / 2) }, all]
  const half = { name: 'half', quantity: Math.floor(free / unit / 2) * unit } as const
  const lots = free / unit
  return [
    ...(lots > 2 ? [{ name: 'part', quantity: unit } as const] : []),
    ...(lots !== 3 ? [half] : []),
    all,
  ]
}

const types = ['limit', 'market', 'conditional'] as const satisfies readonly CloseType[]

const Price = ({
  row,
  draft,
  source,
  lock,
  onChange,
}: PartProps & { readonly source: TicketSource; readonly lock: Lock | undefined }) => {
  const texts = closeTexts.use()
  const orders = ordersTexts.use()
  const { facts, feed } = source
  const choices = orderChoices(facts, { direction: row.direction, dayTrade: row.dayTrade })
  const isStale = feed.state === 'stale' || feed.state === 'offline'
  const isOddOnly = isOddLot(draft.quantity)
  const disabled = {
    ...(lock === undefined || lock.isShort
      ? isOddOnly
        ? oddPrices(oddEntryReason(facts), orders)
        : disabledPrices(choices, orders, isStale)
      : { limit: lock.text, market: lock.text }),
    ...(freeShares(row, 'conditional') === 0 ? { conditional: texts.conditional.wholeLots } : {}),
  }
  const isOdd = draft.type === 'limit' && splitLots(draft.quantity).odd > 0
  const onlyRod = disabledReason('odd.limit-rod-only', orders)
  const disabledValidities = isOdd
    ? { IOC: onlyRod, FOK: onlyRod }
    : Object.fromEntries(
        choices.prices
          .filter(({ value, reason }) => value.priceKind === draft.type && reason !== null)
          .map(({ value, reason }) => [value.validity, disabledReason(reason?.rule ?? '', orders)]),
      )
  return (
    <section className={styles.part} aria-label={texts.price}>
      <PriceTypeChoice
        label={texts.price}
        value={draft.type}
        onChange={(type: CloseType) => onChange({ type, validity: type === 'market' ? 'IOC' : 'ROD' })}
        types={types}
        off={disabled}
      />
      {draft.type === 'conditional' ? null : (
        <>
          <PriceField direction={row.direction} draft={draft} source={source} onChange={onChange} />
          <ValidityChoice
            value={draft.validity}
            onChange={(validity) => onChange({ validity })}
            off={disabledValidities}
          />
        </>
      )}
    </section>
  )
}

/** An odd lot has hours of its own, also for a close at the market, which is a limit order. */
const oddPrices = (
  reason: ChoiceReason | null,
  orders: ReturnType<typeof ordersTexts.use>,
): Readonly<Partial<Record<'limit' | 'market', string>>> => {
  if (reason === null) return {}
  const text =
    reason.msg === 'order.odd-hours'
      ? orders.ticket.oddFrom(String(reason.params?.['at']))
      : disabledReason(reason.rule, orders)
  return { limit: text, market: text }
}

interface FootProps {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
  readonly lock: Lock | undefined
  readonly changed: ConditionalRow | undefined
  readonly onReview: () => void
}

/** The label is the effect; what prevents it is shown beside it. */
const Foot = ({ row, draft, source, day, lock, changed, onReview }: FootProps) => {
  const texts = closeTexts.use()
  const language = useLanguage()
  const now = useNow(1_000) + (useMarketSession()?.offset ?? 0)
  const problemText = useProblemText()
  const lots = lotsText(draft.quantity, language)
  const isConditional = draft.type === 'conditional'
  const reason = isConditional
    ? problemText.condition(problemOf(draft, row, source.facts), row.direction)
    : (lock?.text ?? problemText.refusal(refusalOf(draft, row, source.facts, day, now, ['far-price'])))
  const preview = isConditional ? null : previewOf(draft, row, source.facts, day)
  const missing =
    preview?.held == null || preview.held <= source.facts.buyingPower
      ? 0n
      : preview.held - source.facts.buyingPower
  const why =
    freeShares(row, draft.type, changed) === 0
      ? texts.nothingFree
      : (reason ?? (missing > 0n ? problemText.missing(missing) : undefined))
  return (
    <>
      {why === undefined ? null : (
        <Note tone="warn" className={styles.why} role="status">
          {why}
        </Note>
      )}
      <Button wide disabled={why !== undefined} onPress={onReview}>
        {(isConditional ? texts.conditional.review : texts.review)[row.direction](lots)}
      </Button>
    </>
  )
}
