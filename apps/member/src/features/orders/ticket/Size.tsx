// How much: by lots with a quarter, a half or all of what the member can afford, or by an amount of money.

import { parseMoney } from '@fairlot/money'
import { lotSize } from '@fairlot/rules/instruments'
import { Segments, Stepper } from '@fairlot/ui'
import { useState } from 'react'
import { LotStepper } from '../components/LotStepper.tsx'
import { countText, moneyText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './Size.module.css'

type Texts = ReturnType<typeof ordersTexts.use>

/** Offered amounts and the step of the buttons, in cents. */
const AMOUNTS = [10_000_000, 25_000_000, 50_000_000] as const
const AMOUNT_STEP = 1_000_000
const MAX_AMOUNT = 1_000_000_000_000

export const Size = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change } = ticket
  const isByAmount = draft.amount !== null
  return (
    <div className={styles.size}>
      <Segments
        compact
        label={texts.size.label}
        value={isByAmount ? 'amount' : 'lots'}
        onChange={(by) =>
          change(by === 'amount' ? { amount: AMOUNTS[0] } : { amount: null, lots: Math.max(1, draft.lots) })
        }
        items={[
          { value: 'lots', label: texts.lots.label },
          { value: 'amount', label: texts.size.amount },
        ]}
      />
      {draft.amount === null ? (
        <ByLots ticket={ticket} />
      ) : (
        <ByAmount ticket={ticket} amount={draft.amount} />
      )}
    </div>
  )
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

const ByLots = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const { draft, change, source, maxLots } = ticket
  const { facts } = source
  const [isUnread, setUnread] = useState(false)
  const error = isUnread ? texts.fieldErrors.wholeLots : lotsErrorOf(ticket, texts)
  return (
    <>
      <LotStepper
        compact
        lots={draft.lots}
        onChange={(lots) => {
          setUnread(false)
          change({ lots })
        }}
        onUnreadable={() => setUnread(true)}
        max={facts.terms.maxLots}
        error={error}
        hint={
          error === undefined ? (
            <>
              <span>{texts.lots.shares(countText(draft.lots * lotSize))}</span>
              <span>{texts.lots.over(countText(maxLots))}</span>
            </>
          ) : undefined
        }
      />
      <div className={styles.choices} role="group" aria-label={texts.size.shares}>
        {([4, 2, 1] as const).map((part) => {
          const lots = Math.floor(maxLots / part)
          return (
            <button
              key={part}
              type="button"
              className={styles.choice}
              aria-pressed={lots > 0 && lots === draft.lots}
              disabled={lots === 0}
              onClick={() => {
                setUnread(false)
                change({ lots })
              }}
            >
              <b>{texts.size.parts[part]}</b>
              <small>{texts.lots.of(countText(lots))}</small>
            </button>
          )
        })}
      </div>
    </>
  )
}

const readAmount = (text: string): number | undefined => {
  const parsed = parseMoney(text)
  return parsed.ok && parsed.value <= BigInt(MAX_AMOUNT) ? Number(parsed.value) : undefined
}

const ByAmount = ({ ticket, amount }: { readonly ticket: Ticket; readonly amount: number }) => {
  const texts = ordersTexts.use()
  const { draft, change, preview } = ticket
  const [isUnread, setUnread] = useState(false)
  const step = countText(AMOUNT_STEP / 100)
  const uses = draft.lots === 0 ? 0n : (preview?.held ?? preview?.cost ?? 0n)
  return (
    <>
      <Stepper
        compact
        label={texts.size.amountLabel}
        value={amount}
        onChange={(next) => {
          setUnread(false)
          change({ amount: next })
        }}
        min={AMOUNT_STEP}
        max={MAX_AMOUNT}
        step={AMOUNT_STEP}
        format={(value) => (value % 100 === 0 ? countText(value / 100) : moneyText(BigInt(value)))}
        parse={readAmount}
        onUnreadable={() => setUnread(true)}
        error={isUnread ? texts.fieldErrors.unreadable : undefined}
        texts={{ less: texts.size.lessMoney(step), more: texts.size.moreMoney(step) }}
      />
      <div className={styles.choices} role="group" aria-label={texts.size.amount}>
        {AMOUNTS.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.choice}
            aria-pressed={each === amount}
            onClick={() => change({ amount: each })}
          >
            <b>{texts.size.preset(each / 1_000_000)}</b>
          </button>
        ))}
      </div>
      <dl className={styles.effect}>
        <dt>{draft.direction === 'long' ? texts.size.buys : texts.size.sells}</dt>
        <dd>{texts.lots.of(countText(draft.lots))}</dd>
        <dt>{texts.size.uses}</dt>
        <dd className="num">{moneyText(uses)}</dd>
        <dt>{texts.size.leaves}</dt>
        <dd className="num">{moneyText(BigInt(amount) - uses)}</dd>
      </dl>
    </>
  )
}
