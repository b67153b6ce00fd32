// A condition instead of a price: stop, take-profit, a pair of both, or a trailing stop. The server keeps it.

import { Icon, Note, Segments } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { tickAt } from '@fairlot/rules/instruments'
import { heldForCover } from '@fairlot/rules/orders'
import type { ComponentProps } from 'react'
import { CostLines, expiryChoices, PriceStepper, type TicketSource } from '#features/orders'
import { priceText } from '#features/market-data'
import { useDay } from '#shell/format.ts'
import { heldOf, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import type { Lock } from '../use-lock.ts'
import type { TradingDay } from '../use-trading-day.ts'
import { previewOf, trailingNow, type CloseDraft, type ConditionalKind } from './draft.ts'
import { closeTexts } from './texts/index.ts'
import styles from './Conditions.module.css'

interface Props {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
  /** The position cannot be closed yet: the condition waits. */
  readonly lock: Lock | undefined
  readonly onChange: (part: Partial<CloseDraft>) => void
}

const kinds = ['stop', 'take-profit', 'one-cancels-other', 'trailing'] as const

export const Conditions = (props: Props) => {
  const { draft, source, day, lock, onChange } = props
  const texts = closeTexts.use().conditional
  const dayText = useDay()
  const { facts } = source
  const last = facts.last ?? facts.reference
  const hasTake = draft.kind === 'take-profit' || draft.kind === 'one-cancels-other'
  const hasStop = draft.kind === 'stop' || draft.kind === 'one-cancels-other'
  return (
    <div className={styles.body}>
      <Segments
        label={texts.label}
        value={draft.kind}
        onChange={(kind: ConditionalKind) => onChange({ kind })}
        items={kinds.map((value) => ({
          value,
          label: texts.kinds[value],
          off: !facts.limited && value !== 'take-profit',
        }))}
      />
      {hasTake ? <PriceLeg {...props} of="takeProfit" /> : null}
      <p className={styles.now}>
        <span>{texts.now(priceText(last))}</span>
        {hasTake ? <span>{texts.fromTake(distance(draft.takeProfit, last))}</span> : null}
        {hasStop ? <span>{texts.fromStop(distance(draft.stop, last))}</span> : null}
      </p>
      {hasStop ? <PriceLeg {...props} of="stop" /> : null}
      {draft.kind === 'trailing' ? <TrailingLeg {...props} /> : null}
      <label className={styles.until}>
        <span>{texts.until}</span>
        <span className={styles.choice}>
          <select value={draft.expiresOn} onChange={(event) => onChange({ expiresOn: event.target.value })}>
            {expiryChoices(day.date, facts.terms.conditionalDays).map((date) => (
              <option key={date} value={date}>
                {texts.close(dayText(date))}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={1} />
        </span>
      </label>
      <ConditionLines {...props} />
      <Note>
        {draft.kind === 'one-cancels-other' ? `${texts.oneOnly} ` : ''}
        {texts.kept}
        {lock === undefined ? '' : ` ${texts.tomorrow}`}
      </Note>
    </div>
  )
}

/** Gain and loss of a pair, and what is held besides the shares. */
export const ConditionLines = ({ row, draft, source, day }: Omit<Props, 'onChange' | 'lock'>) => {
  const texts = closeTexts.use().conditional
  const { facts } = source
  const resultAt = (price: number) => previewOf(draft, row, facts, day, price)?.result ?? 0n
  const gain = resultAt(draft.takeProfit)
  const loss = resultAt(draft.stop)
  const upper = facts.upper ?? draft.stop
  const held =
    row.direction === 'long' ? 0n : heldForCover(facts.terms, heldOf(row, day.date), draft.quantity, upper)
  return (
    <CostLines
      lines={[
        ...(draft.kind === 'one-cancels-other' && gain > 0n && loss < 0n
          ? [
              {
                key: 'ratio',
                label: texts.ratio,
                how: texts.ratioHow,
                value: `${formatMoney((gain * 100n) / -loss)} : 1`,
              },
            ]
          : []),
        { key: 'held', label: texts.onHold, value: formatMoney(held) },
      ]}
    />
  )
}

const onTick = (value: number, tick: number): number => Math.max(tick, Math.round(value / tick) * tick)

/** One decimal: 7.2%. */
const distance = (price: number, last: number): string =>
  `${(Math.floor((Math.abs(price - last) / last) * 1_000) / 10).toFixed(1)}%`

/** The price at which it closes, with gain or with loss. */
const PriceLeg = ({
  row,
  draft,
  source,
  day,
  onChange,
  of,
}: Props & { readonly of: 'takeProfit' | 'stop' }) => {
  const texts = closeTexts.use().conditional
  const isTake = of === 'takeProfit'
  return (
    <Leg
      title={texts[of]}
      when={(isTake ? texts.takeWhen : texts.stopWhen)[row.direction]}
      how={isTake ? texts.takeHow[row.direction](priceText(draft[of])) : texts.stopHow[row.direction]}
      result={previewOf(draft, row, source.facts, day, draft[of])?.result ?? null}
      stepper={{
        kind: source.facts.kind,
        value: draft[of],
        lower: null,
        upper: null,
        label: texts[of],
        onChange: (price) => onChange({ [of]: price }),
      }}
    />
  )
}

const TrailingLeg = ({ row, draft, source, day, onChange }: Props) => {
  const texts = closeTexts.use().conditional
  const { facts } = source
  const last = facts.last ?? facts.reference
  const stop = trailingNow(draft, row, last)
  const tick = tickAt(facts.kind, last)
  return (
    <Leg
      title={texts.trailing}
      when={texts.trailingWhen[row.direction]}
      how={texts.trailingHow(priceText(stop))}
      result={previewOf(draft, row, facts, day, stop)?.result ?? null}
      stepper={{
        kind: facts.kind,
        value: draft.distance,
        lower: tick,
        upper: last - 1,
        label: texts.distance,
        onChange: (next) => onChange({ distance: onTick(next, tick) }),
      }}
    />
  )
}

interface LegProps {
  readonly title: string
  readonly when: string
  readonly how: string
  readonly result: bigint | null
  readonly stepper: Omit<ComponentProps<typeof PriceStepper>, 'compact' | 'hint'>
}

const Leg = ({ title, when, how, result, stepper }: LegProps) => (
  <section className={styles.leg} aria-label={title}>
    <div className={styles.head}>
      <span className={styles.title}>
        <b>{title}</b> <small>{when}</small>
      </span>
      <span className={styles.stepper}>
        <PriceStepper compact hint={<></>} {...stepper} />
      </span>
    </div>
    <div className={styles.foot}>
      <small>{how}</small>
      <Result amount={result} />
    </div>
  </section>
)
