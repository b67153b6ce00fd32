// Create or change a plan: stock, amount, days, the first date, and what it buys now.

import { Button, Icon, type IconName, Sheet, Stepper } from '@fairlot/ui'
import { displayCompact, formatMoney, parseMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { closuresOf, taipeiIso } from '@fairlot/rules/calendar'
import { ticketFactsOf } from '@fairlot/rules/orders'
import {
  isPlanAmount,
  lastPlanDay,
  nextPlanDate,
  type Purchase,
  purchaseFor,
} from '@fairlot/rules/savings-plans'
import { useRef, useState } from 'react'
import { useMarketSession } from '#features/market-data'
import { CostLines, rateText } from '#features/orders'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useDay } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { type Plan, type Plans, plansMoved, sharesText, shortDay, wholeText } from './plan.ts'
import { StockChoice } from './StockChoice.tsx'
import { savingsPlansTexts } from './texts/index.ts'
import styles from './PlanSheet.module.css'

interface Props {
  readonly terms: Plans['terms']
  /** Absent: a new one. */
  readonly plan?: Plan
  /** Empty: none is chosen yet. */
  readonly symbol: string
  readonly onClose: () => void
}

/** Offered amounts in cents, and days. */
const AMOUNTS = [100_000, 300_000, 500_000, 1_000_000] as const
const DAYS = [6, 16, 26] as const

export const PlanSheet = ({ terms, plan, symbol: asked, onClose }: Props) => {
  const texts = savingsPlansTexts.use().sheet
  const { close } = shellTexts.use()
  const [symbol, setSymbol] = useState(asked)
  const [amount, setAmount] = useState(Number(plan?.amount ?? AMOUNTS[2]))
  const [days, setDays] = useState<readonly number[]>(plan?.days ?? [DAYS[0]])
  const buys = usePurchase(symbol, amount, terms.headroomBp)
  const title = plan === undefined ? texts.create : texts.change
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      closeLabel={close}
      subject={
        <span className={styles.subject}>
          <b>{title}</b>
          <small>{texts.sub}</small>
        </span>
      }
      footer={
        <SendButton
          terms={terms}
          plan={plan}
          symbol={symbol}
          amount={amount}
          days={days}
          buys={buys.purchase}
          isKnown={buys.isKnown}
          onDone={onClose}
        />
      }
    >
      <div className={styles.fields}>
        <StockChoice symbol={symbol} onChoose={plan === undefined ? setSymbol : undefined} />
        <AmountField terms={terms} amount={amount} onChange={setAmount} />
        <DaysField days={days} onChange={setDays} />
        <FirstDate terms={terms} plan={plan} days={days} />
        {buys.purchase === undefined ? null : (
          <Costs amount={amount} terms={terms} {...buys} purchase={buys.purchase} />
        )}
        <WhatIf terms={terms} />
      </div>
    </Sheet>
  )
}

/** By the terms and the price of the server, as the worker computes it on the day. */
const usePurchase = (symbol: string, amount: number, headroomBp: number) => {
  const { data, dataUpdatedAt } = useRead(
    '/orders/terms',
    { symbol },
    { enabled: symbol !== '', every: 15_000, quiet: true },
  )
  if (data === undefined) return { isKnown: false, purchase: undefined, available: 0n, ppm: 0, minFee: 0 }
  const facts = ticketFactsOf(data, new Date(dataUpdatedAt))
  return {
    isKnown: true,
    purchase: purchaseFor(facts, BigInt(amount), headroomBp),
    available: facts.buyingPower,
    ppm: facts.terms.brokerage,
    minFee: facts.terms.brokerageMinOdd,
  }
}

interface AmountProps {
  readonly terms: Plans['terms']
  readonly amount: number
  readonly onChange: (amount: number) => void
}

const AmountField = ({ terms, amount, onChange }: AmountProps) => {
  const texts = savingsPlansTexts.use().sheet
  const language = useLanguage()
  const [isUnread, setUnread] = useState(false)
  const [min, max, step] = [Number(terms.min), Number(terms.max), Number(terms.step)]
  const bounds = texts.bounds(wholeText(BigInt(min)), wholeText(BigInt(max)), wholeText(BigInt(step)))
  const isWrong = !isPlanAmount(BigInt(amount), { min: BigInt(min), max: BigInt(max), step: BigInt(step) })
  const set = (next: number) => {
    setUnread(false)
    onChange(next)
  }
  return (
    <section aria-label={texts.amount}>
      <p className={styles.line}>
        <span>{texts.amount}</span>
        <small className="num">
          {wholeText(BigInt(min))} – {wholeText(BigInt(max))}
        </small>
      </p>
      <Stepper
        label={texts.amountLabel}
        value={amount}
        onChange={set}
        min={min}
        max={max}
        step={step}
        loose
        format={(value) => formatMoney(BigInt(value))}
        parse={(text) => {
          const parsed = parseMoney(text)
          return parsed.ok && parsed.value <= 1_000_000_000_000n ? Number(parsed.value) : undefined
        }}
        onUnreadable={() => setUnread(true)}
        error={isUnread ? texts.unreadable : isWrong ? bounds : undefined}
        texts={{ less: texts.less(wholeText(BigInt(step))), more: texts.more(wholeText(BigInt(step))) }}
      />
      <div className={styles.four} role="group" aria-label={texts.quick}>
        {AMOUNTS.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.choice}
            aria-pressed={each === amount}
            onClick={() => set(each)}
          >
            {each < 1_000_000 ? wholeText(BigInt(each)) : displayCompact(BigInt(each), language)}
          </button>
        ))}
      </div>
    </section>
  )
}

interface DaysProps {
  readonly days: readonly number[]
  readonly onChange: (days: readonly number[]) => void
}

const DaysField = ({ days, onChange }: DaysProps) => {
  const texts = savingsPlansTexts.use().sheet
  const isUsual = (day: number): boolean => DAYS.some((usual) => usual === day)
  const [isOther, setOther] = useState(!days.every(isUsual))
  const toggle = (day: number) =>
    onChange(
      (days.includes(day) ? days.filter((one) => one !== day) : [...days, day]).toSorted((a, b) => a - b),
    )
  const choice = (day: number) => {
    const [before, number, after] = texts.day(day)
    return (
      <button
        key={day}
        type="button"
        className={styles.choice}
        aria-pressed={days.includes(day)}
        onClick={() => toggle(day)}
      >
        <small>{before}</small> {number} <small>{after}</small>
      </button>
    )
  }
  return (
    <section aria-label={texts.days}>
      <p className={styles.line}>
        <span>{texts.days}</span>
        <small>{texts.several}</small>
      </p>
      <div className={styles.four} role="group" aria-label={texts.days}>
        {DAYS.map(choice)}
        <button
          type="button"
          className={styles.choice}
          aria-expanded={isOther}
          aria-pressed={!days.every(isUsual)}
          onClick={() => setOther(!isOther)}
        >
          {texts.other}
        </button>
      </div>
      {isOther ? (
        <div className={styles.seven} role="group" aria-label={texts.others}>
          {Array.from({ length: lastPlanDay }, (_, n) => n + 1)
            .filter((day) => !isUsual(day))
            .map((day) => (
              <button
                key={day}
                type="button"
                className={styles.choice}
                aria-label={texts.day(day).join(' ').trim()}
                aria-pressed={days.includes(day)}
                onClick={() => toggle(day)}
              >
                {day}
              </button>
            ))}
        </div>
      ) : null}
    </section>
  )
}

interface FirstProps {
  readonly terms: Plans['terms']
  readonly plan: Plan | undefined
  readonly days: readonly number[]
}

const FirstDate = ({ terms, plan, days }: FirstProps) => {
  const texts = savingsPlansTexts.use()
  const day = useDay()
  const session = useMarketSession()
  const now = useNow(60_000)
  if (session === undefined || days.length === 0) return null
  const { calendar, closures } = session.data
  const market = {
    calendar,
    closures: closuresOf(closures.map(({ date }) => ({ date, settlementOnly: false }))),
    afterOpenMinutes: terms.afterOpenMinutes,
  }
  const kept = plan?.next && plan.days.join() === days.join() ? plan.next : undefined
  const { dueOn, on } = kept ?? nextPlanDate(market, days, now + session.offset)
  return (
    <p className={styles.hint}>
      <span className="num">{plan === undefined ? texts.sheet.first(day(on)) : texts.next(day(on))}</span>
      <span className="num">{dueOn === on ? '' : texts.sheet.movedFirst(shortDay(dueOn))}</span>
    </p>
  )
}

interface CostsProps {
  readonly amount: number
  readonly terms: Plans['terms']
  readonly purchase: Purchase
  readonly available: bigint
  readonly ppm: number
  readonly minFee: number
}

const Costs = ({ amount, terms, purchase, available, ppm, minFee }: CostsProps) => {
  const texts = savingsPlansTexts.use().sheet
  const language = useLanguage()
  const price = formatMoney(BigInt(purchase.price))
  const percent = rateText(terms.headroomBp * 100).replace(/\.?0+%$/, '%')
  return (
    <section aria-label={texts.uses}>
      <CostLines
        lines={[
          {
            key: 'shares',
            label: texts.buys,
            how: texts.headroom(percent),
            value: sharesText(purchase.shares, language),
          },
          {
            key: 'value',
            label: texts.value,
            how: `${price} × ${purchase.shares}`,
            value: formatMoney(purchase.value),
          },
          {
            key: 'fee',
            label: texts.fee,
            how: texts.feeHow(rateText(ppm), formatMoney(BigInt(minFee))),
            value: formatMoney(purchase.fee),
          },
          { key: 'uses', label: texts.uses, value: formatMoney(purchase.cost, { symbol: true }), sum: true },
        ]}
      />
      <p className={styles.hint}>
        <span className="num">{texts.stays(formatMoney(BigInt(amount) - purchase.cost))}</span>
        <span className="num">{texts.available(formatMoney(available))}</span>
      </p>
    </section>
  )
}

const icons: Readonly<Record<string, IconName>> = { closed: 'calendar', money: 'loan', limit: 'market' }

const WhatIf = ({ terms }: { readonly terms: Plans['terms'] }) => {
  const texts = savingsPlansTexts.use().sheet
  const session = useMarketSession()
  const plan =
    session &&
    nextPlanDate(
      { calendar: session.data.calendar, closures: closuresOf([]), afterOpenMinutes: terms.afterOpenMinutes },
      [1],
      session.data.now,
    )
  const time = plan ? taipeiIso(plan.at).slice(11, 16) : ''
  return (
    <ul className={styles.whatIf}>
      {texts.whatIf.map(({ key, title, text }) => (
        <li key={key}>
          <Icon name={icons[key]!} size={1.125} />
          <span>
            <b className="num">{title(time)}</b> {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface SendProps {
  readonly terms: Plans['terms']
  readonly plan: Plan | undefined
  readonly symbol: string
  readonly amount: number
  readonly days: readonly number[]
  readonly buys: Purchase | undefined
  readonly isKnown: boolean
  readonly onDone: () => void
}

const SendButton = ({ terms, plan, symbol, amount, days, buys, isKnown, onDone }: SendProps) => {
  const all = savingsPlansTexts.use()
  const texts = all.sheet
  const [isSending, setSending] = useState(false)
  const key = useRef(newIdempotencyKey())
  const bounds = { min: BigInt(terms.min), max: BigInt(terms.max), step: BigInt(terms.step) }
  const text = (minor: bigint): string => wholeText(minor)
  const reason =
    symbol === ''
      ? texts.noStock
      : days.length === 0
        ? texts.noDay
        : !isPlanAmount(BigInt(amount), bounds)
          ? texts.bounds(text(bounds.min), text(bounds.max), text(bounds.step))
          : isKnown && buys === undefined
            ? texts.tooSmall
            : undefined
  const send = async (): Promise<void> => {
    setSending(true)
    const wanted = { amount: String(amount), days: [...days] }
    const options = { idempotencyKey: key.current }
    const answer =
      plan === undefined
        ? await call('/savings-plans/create', { symbol, ...wanted }, options)
        : await call('/savings-plans/change', { planId: plan.planId, ...wanted }, options)
    setSending(false)
    // After a lost answer the next attempt is the same request; after any answer it is a new one.
    if (answer.ok || answer.why === 'refused') key.current = newIdempotencyKey()
    if (!answer.ok) return
    if (answer.msg) void toastMessage(answer.msg)
    await plansMoved()
    onDone()
  }
  const label = plan === undefined ? texts.send : texts.save
  return (
    <Button
      wide
      loading={isSending}
      disabled={reason !== undefined}
      reason={reason}
      onPress={() => void send()}
    >
      {label(days.join(all.daysJoin), formatMoney(BigInt(amount), { symbol: true }))}
    </Button>
  )
}
