// Closes several positions of one stock at one price: one order each, sent one after another. A row says what became of
// its order, and a second press sends only those without an answer, with the same ids.

import { Button, Note, Sheet, SkeletonRows, StatusChip } from '@fairlot/ui'
import { orderChoices } from '@fairlot/rules/orders'
import { useState } from 'react'
import {
  disabledPrices,
  latestExpiry,
  ordersTexts,
  PriceTypeChoice,
  TicketSubject,
  useSource,
  type TicketSource,
} from '#features/orders'
import { priceText, shortNameIn, useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { useOnline } from '#shell/connection.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { useTradingDay, type TradingDay } from '../use-trading-day.ts'
import {
  fitDraft,
  freeShares,
  needsTwoOrders,
  openDraft,
  previewOf,
  refusalOf,
  type CloseDraft,
} from './draft.ts'
import { PriceField } from './PriceField.tsx'
import { closeTexts } from './texts/index.ts'
import { useProblemText } from './use-problem-text.ts'
import { useSendAll, type SentState } from './use-send-all.ts'
import styles from './CloseSheet.module.css'

interface Props {
  readonly rows: readonly PositionRow[]
  readonly onClose: () => void
}

export const CloseStockSheet = ({ rows, onClose }: Props) => {
  const texts = closeTexts.use()
  const { close, loading } = shellTexts.use()
  const language = useLanguage()
  const [first] = rows as readonly [PositionRow, ...PositionRow[]]
  const { source } = useSource(first.symbol)
  const day = useTradingDay()
  if (source !== undefined && day !== undefined)
    return <Filled rows={rows} source={source} day={day} onClose={onClose} />
  return (
    <Sheet open onClose={onClose} title={texts.title(shortNameIn(language, first))} closeLabel={close}>
      <SkeletonRows label={loading} count={5} />
    </Sheet>
  )
}

interface FilledProps extends Props {
  readonly source: TicketSource
  readonly day: TradingDay
}

const Filled = ({ rows, source, day, onClose }: FilledProps) => {
  const texts = closeTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const [first] = rows as readonly [PositionRow, ...PositionRow[]]
  const { facts } = source
  const expiresOn = latestExpiry(day.date, facts.terms.conditionalDays)
  const [draft, setDraft] = useState(() => openDraft(first, facts, { isLocked: false, expiresOn }))
  const change = (part: Partial<CloseDraft>) => setDraft((before) => ({ ...before, ...part }))
  const draftOf = (row: PositionRow): CloseDraft =>
    fitDraft({ ...draft, quantity: freeShares(row, draft.type) }, row)
  const { states, busy, send } = useSendAll(source, draftOf)
  const previews = rows.map((row) => previewOf(draftOf(row), row, facts, day))
  const result = previews.reduce<bigint>((sum, preview) => sum + (preview?.result ?? 0n), 0n)
  const shares = rows.reduce((sum, row) => sum + draftOf(row).quantity, 0)
  const isTouched = states.size > 0
  return (
    <Sheet
      open
      onClose={busy ? () => undefined : onClose}
      title={texts.title(shortNameIn(language, first))}
      subject={<TicketSubject source={source} lead={texts.lead} />}
      closeLabel={close}
      footer={
        <Foot
          rows={rows}
          draftOf={draftOf}
          source={source}
          day={day}
          states={states}
          busy={busy}
          lots={lotsText(shares, language)}
          onSend={() => void send(rows)}
          onDone={onClose}
        />
      }
    >
      <div className={styles.body}>
        <Price row={first} draft={draft} source={source} isOff={isTouched} onChange={change} />
        <ul className={styles.several} aria-label={texts.several.label}>
          {rows.map((row, at) => (
            <li key={row.positionId}>
              <span>
                {lotsText(draftOf(row).quantity, language)} × {priceText(row.price)}
              </span>
              <State state={states.get(row.positionId)} />
              <Result amount={previews[at]?.result ?? null} />
            </li>
          ))}
        </ul>
        <p className={styles.result}>
          <span>{texts.confirm.result}</span>
          <Result amount={result} size="row" />
        </p>
      </div>
    </Sheet>
  )
}

const tones = { sent: 'brand', refused: 'crit', unknown: 'warn' } as const

const State = ({ state }: { readonly state: SentState | undefined }) => {
  const { several } = closeTexts.use()
  return state === undefined || state === 'sending' ? null : (
    <StatusChip tone={tones[state]}>{several.states[state]}</StatusChip>
  )
}

interface PriceProps {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly isOff: boolean
  readonly onChange: (part: Partial<CloseDraft>) => void
}

const Price = ({ row, draft, source, isOff, onChange }: PriceProps) => {
  const texts = closeTexts.use()
  const orders = ordersTexts.use()
  const { facts, feed } = source
  const isStale = feed.state === 'stale' || feed.state === 'offline'
  const choices = orderChoices(facts, { direction: row.direction, dayTrade: row.dayTrade })
  if (isOff) return null
  return (
    <section className={styles.part} aria-label={texts.price}>
      <PriceTypeChoice
        label={texts.price}
        value={draft.type === 'market' ? 'market' : 'limit'}
        onChange={(type: 'limit' | 'market') =>
          onChange({ type, validity: type === 'market' ? 'IOC' : 'ROD' })
        }
        types={['limit', 'market']}
        off={disabledPrices(choices, orders, isStale)}
      />
      <PriceField direction={row.direction} draft={draft} source={source} onChange={onChange} />
    </section>
  )
}

interface FootProps {
  readonly rows: readonly PositionRow[]
  readonly draftOf: (row: PositionRow) => CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
  readonly states: ReadonlyMap<string, SentState>
  readonly busy: boolean
  readonly lots: string
  readonly onSend: () => void
  readonly onDone: () => void
}

const Foot = (props: FootProps) => {
  const { rows, draftOf, source, day, states, busy, lots, onSend, onDone } = props
  const texts = closeTexts.use()
  const { close } = shellTexts.use()
  const isOnline = useOnline()
  const problemText = useProblemText()
  const now = useNow(1_000) + (useMarketSession()?.offset ?? 0)
  const waiting = rows.filter(({ positionId }) => {
    const state = states.get(positionId)
    return state === undefined || state === 'unknown'
  })
  const [first] = rows as readonly [PositionRow, ...PositionRow[]]
  if (states.size > 0 && waiting.length === 0 && !busy)
    return (
      <Button wide onPress={onDone}>
        {close}
      </Button>
    )
  const refused = waiting.map((row) => refusalOf(draftOf(row), row, source.facts, day, now)).find(Boolean)
  const why = isOnline ? problemText.refusal(refused) : texts.offline
  return (
    <>
      {why === undefined ? null : (
        <Note tone="warn" className={styles.why} role="status">
          {why}
        </Note>
      )}
      <Button wide loading={busy} disabled={why !== undefined} onPress={onSend}>
        {states.size > 0
          ? texts.several.again(waiting.length)
          : texts.several.send[first.direction](
              lots,
              rows.length + rows.filter((row) => needsTwoOrders(draftOf(row))).length,
            )}
      </Button>
    </>
  )
}
