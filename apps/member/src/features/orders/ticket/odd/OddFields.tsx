// The fields of an odd lot: the next match, the limit, and how much, in shares or in money.

import { displayCompact, parseMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { maxOddShares, tickAt } from '@fairlot/rules/instruments'
import { cx, Icon, Link, Segments, Stepper } from '@fairlot/ui'
import { useState } from 'react'
import { priceText } from '#features/market-data'
import { LotStepper } from '../../components/LotStepper.tsx'
import { PriceStepper } from '../../components/PriceStepper.tsx'
import { countText, moneyText, quantityText } from '../../figures.ts'
import { ordersTexts } from '../../texts/index.ts'
import type { OddDraft } from '../draft.ts'
import { oddTexts } from './texts/index.ts'
import { OddMatch } from './OddMatch.tsx'
import type { Ticket } from '../use-ticket.ts'
import sizes from '../Size.module.css'
import styles from './OddFields.module.css'

interface Props {
  readonly ticket: Ticket
  readonly odd: OddDraft
}

/** Offered amounts and the step of the buttons, in cents. */
const AMOUNTS = [300_000, 500_000, 1_000_000, 3_000_000] as const
const AMOUNT_STEP = 100_000
const MAX_AMOUNT = 1_000_000_000_000
const SHARES = [1, 10, 100] as const

export const OddFields = ({ ticket, odd }: Props) => {
  const texts = oddTexts.use()
  return (
    <div className={styles.fields}>
      <OddMatch ticket={ticket} />
      <Limit ticket={ticket} />
      <section className={styles.much} aria-label={texts.howMuch}>
        <div className={styles.head}>
          <span>{texts.howMuch}</span>
          <span className={styles.by}>
            <Segments
              compact
              label={texts.howMuch}
              value={odd.amount === null ? 'shares' : 'amount'}
              onChange={(by) =>
                ticket.change({
                  odd:
                    by === 'amount'
                      ? { ...odd, amount: AMOUNTS[1] }
                      : { shares: Math.max(1, odd.shares), amount: null },
                })
              }
              items={(['shares', 'amount'] as const).map((value) => ({ value, label: texts.by[value] }))}
            />
          </span>
        </div>
        {odd.amount === null ? (
          <ByShares ticket={ticket} odd={odd} />
        ) : (
          <ByAmount ticket={ticket} odd={odd} amount={odd.amount} />
        )}
      </section>
      <Link
        href={`/trading/trading?view=savings-plans&symbol=${encodeURIComponent(ticket.source.instrument.symbol)}`}
        className={styles.monthly}
      >
        <Icon name="calendar" size={1} />
        {texts.monthly}
      </Link>
      <p className={styles.cannot}>
        <span>{texts.cannot}</span>
        {texts.cannots.map((what) => (
          <span key={what} className={styles.not}>
            <Icon name="close" size={0.875} />
            {what}
          </span>
        ))}
      </p>
    </div>
  )
}

const Limit = ({ ticket }: { readonly ticket: Ticket }) => {
  const { limit } = oddTexts.use()
  const { fieldErrors, comma, price: texts } = ordersTexts.use()
  const { draft, change, source, priceProblem } = ticket
  const { kind, upper, lower } = source.facts
  const [isUnread, setUnread] = useState(false)
  const error = {
    tick: () => fieldErrors.tick(priceText(tickAt(kind, draft.price))),
    above: () => fieldErrors.above(priceText(upper)),
    below: () => fieldErrors.below(priceText(lower)),
  }
  return (
    <section className={styles.much} aria-label={limit}>
      <div className={styles.head}>
        <span>{limit}</span>
        <small className="num">
          {lower === null || upper === null ? texts.unlimited : `${priceText(lower)} – ${priceText(upper)}`}
          {comma}
          {texts.tick(priceText(tickAt(kind, draft.price)))}
        </small>
      </div>
      <PriceStepper
        label={limit}
        hint={<></>}
        kind={kind}
        value={draft.price}
        onChange={(price) => {
          setUnread(false)
          change({ price })
        }}
        onUnreadable={() => setUnread(true)}
        lower={lower}
        upper={upper}
        error={isUnread ? fieldErrors.unreadable : priceProblem && error[priceProblem]()}
      />
    </section>
  )
}

const ByShares = ({ ticket, odd }: Props) => {
  const texts = oddTexts.use()
  const all = ordersTexts.use()
  const { change, maxLots: max } = ticket
  const [isUnread, setUnread] = useState(false)
  const set = (shares: number) => {
    setUnread(false)
    change({ odd: { shares, amount: null } })
  }
  const error = isUnread
    ? all.odd.whole
    : odd.shares < 1 || odd.shares > maxOddShares
      ? all.odd.range(countText(maxOddShares))
      : odd.shares <= max
        ? undefined
        : max === 0
          ? all.odd.none
          : all.odd.over(countText(max))
  return (
    <>
      <LotStepper
        odd
        lots={odd.shares}
        onChange={set}
        onUnreadable={() => setUnread(true)}
        max={maxOddShares}
        error={error}
        hint={error === undefined ? <span>{all.odd.over(countText(max))}</span> : undefined}
      />
      <div className={cx(sizes.choices, styles.four)} role="group" aria-label={texts.quick}>
        {[...SHARES, max].map((shares, at) => (
          <button
            key={at}
            type="button"
            className={sizes.choice}
            aria-pressed={shares > 0 && shares === odd.shares}
            disabled={shares === 0 || shares > max}
            onClick={() => set(shares)}
          >
            <b>{at < SHARES.length ? countText(shares) : texts.all}</b>
          </button>
        ))}
      </div>
    </>
  )
}

const readAmount = (text: string): number | undefined => {
  const parsed = parseMoney(text)
  return parsed.ok && parsed.value <= BigInt(MAX_AMOUNT) ? Number(parsed.value) : undefined
}

const ByAmount = ({ ticket, odd, amount }: Props & { readonly amount: number }) => {
  const texts = oddTexts.use()
  const { size, fieldErrors } = ordersTexts.use()
  const language = useLanguage()
  const { change, preview, order } = ticket
  const [isUnread, setUnread] = useState(false)
  const set = (next: number) => {
    setUnread(false)
    change({ odd: { ...odd, amount: next } })
  }
  const step = countText(AMOUNT_STEP / 100)
  const uses = odd.shares === 0 ? 0n : (preview?.held ?? 0n)
  return (
    <>
      <Stepper
        label={size.amountLabel}
        value={amount}
        onChange={set}
        min={AMOUNT_STEP}
        max={MAX_AMOUNT}
        step={AMOUNT_STEP}
        format={(value) => moneyText(BigInt(value))}
        parse={readAmount}
        onUnreadable={() => setUnread(true)}
        error={isUnread ? fieldErrors.unreadable : undefined}
        texts={{ less: size.lessMoney(step), more: size.moreMoney(step) }}
      />
      <div className={cx(sizes.choices, styles.four)} role="group" aria-label={texts.quick}>
        {AMOUNTS.map((each) => (
          <button
            key={each}
            type="button"
            className={sizes.choice}
            aria-pressed={each === amount}
            onClick={() => set(each)}
          >
            <b>{each < 1_000_000 ? countText(each / 100) : displayCompact(BigInt(each), language)}</b>
          </button>
        ))}
      </div>
      <p className={styles.division}>
        <span className="num">
          {texts.division(moneyText(BigInt(amount)), priceText(order.price ?? null))} →{' '}
          <b>{quantityText(odd.shares, language)}</b>
        </span>
        <span className="num">{texts.stays(moneyText(BigInt(amount) - uses))}</span>
      </p>
    </>
  )
}
