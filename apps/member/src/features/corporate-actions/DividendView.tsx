// One dividend: what I get and when, what the ex-date does to price and total, and what is deducted.

import { formatMoney, formatPrice, formatQuantity, shares as sharesOf } from '@fairlot/money'
import { Card, cx, KeyValues, Note, Section, Timeline, type TimelineStep } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { formatDate, useDay } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { cashText, isSplit } from '@fairlot/rules/corporate-actions'
import { type Dividend, useDividends } from './dividend.ts'
import { Head, type Mine } from './DividendHead.tsx'
import { sharesText } from './shares-text.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './Dividend.module.css'

export const DividendView = () => {
  const search = useSearch()
  const texts = corporateActionsTexts.use()
  const read = useDividends(search.get('symbol') ?? '')
  const id = search.get('id')
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ actions }) => {
          const dividend = actions.find(({ actionId }) => actionId === id)
          return dividend === undefined ? <Note>{texts.none}</Note> : <Known dividend={dividend} />
        }}
      </Answered>
    </RouteScreen>
  )
}

const Known = ({ dividend }: { readonly dividend: Dividend }) => {
  const { mine, state } = dividend
  const isLong = mine !== null && mine.long > 0
  return (
    <>
      <Head dividend={dividend} />
      <Card as="section" pad className={styles.first}>
        <Steps dividend={dividend} />
      </Card>
      {isLong ? <Before dividend={dividend} mine={mine} /> : null}
      {state === 'cancelled' ? null : <Adjusted dividend={dividend} />}
      {isLong ? <Holding dividend={dividend} mine={mine} /> : null}
      {isLong && !isSplit(dividend) ? <Deducted dividend={dividend} mine={mine} /> : null}
    </>
  )
}

const Steps = ({ dividend }: { readonly dividend: Dividend }) => {
  const { steps, shares } = corporateActionsTexts.use()
  const day = useDay()
  const { state, announcedAt, cancelledAt, heldOn, exOn, paysOn, cashMicros, stockMicros, mine } = dividend
  const split = isSplit(dividend)
  const isPast = state !== 'announced'
  const announced: TimelineStep = {
    key: 'announced',
    state: 'done',
    title: steps.announced,
    time: formatDate(announcedAt).slice(5),
    caption: steps.announcedNote,
  }
  if (cancelledAt !== null) {
    const cancelled: TimelineStep = {
      key: 'cancelled',
      state: 'done',
      title: steps.cancelled,
      time: formatDate(cancelledAt).slice(5),
      caption: steps.cancelledNote(day(exOn)),
    }
    return <Timeline steps={[announced, cancelled]} />
  }
  const rows: readonly TimelineStep[] = [
    announced,
    {
      key: 'held',
      state: isPast ? 'done' : 'now',
      title: steps.held,
      time: steps.heldAt(day(heldOn)),
      caption: steps.heldNote,
    },
    {
      key: 'ex',
      state: isPast ? 'done' : 'todo',
      title: split ? shares.effective : stockMicros > 0 ? shares.ex : steps.ex,
      time: day(exOn),
      caption: split
        ? shares.effectiveNote
        : stockMicros > 0
          ? shares.exNote
          : steps.exNote(cashText(cashMicros)),
    },
  ]
  const pays: TimelineStep = {
    key: 'pays',
    state: state === 'paid' ? 'done' : isPast ? 'now' : 'todo',
    title: split ? shares.fractionPaid : stockMicros > 0 ? shares.arrive : steps.pays,
    time: day(paysOn),
    caption: stockMicros > 0 ? shares.arriveNote : steps.paysNote,
  }
  const isAllAtOnce = split && (mine === null || BigInt(mine.fraction) === 0n)
  return <Timeline steps={isAllAtOnce ? rows : [...rows, pays]} />
}

/** The value before and after, of the same width: what the price loses is due to the member. */
const Before = ({ dividend, mine }: { readonly dividend: Dividend; readonly mine: Mine }) => {
  const { before, shares } = corporateActionsTexts.use()
  const day = useDay()
  const hidden = useHideAmounts()
  const { close, reference, heldOn, exOn } = dividend
  const worth = BigInt(close) * BigInt(mine.long)
  const after = BigInt(reference) * BigInt(mine.long + mine.newShares)
  const gross = BigInt(mine.gross)
  const money = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  const whole = (amount: bigint): string => money(amount).replace(/[.]00$/, '')
  return (
    <Section
      title={isSplit(dividend) ? shares.beforeTitle : before.title}
      aside={<small>{before.aside(formatPrice(BigInt(close)))}</small>}
      small
    >
      <Card pad>
        <div className={styles.bars}>
          <div>
            <small>{before.close(day(heldOn))}</small>
            <div className={styles.bar}>
              <i className="num" style={{ flex: 1 }}>
                {before.worth(whole(worth))}
              </i>
            </div>
          </div>
          <div>
            <small>{before.reference(day(exOn), formatPrice(BigInt(reference)))}</small>
            <div className={styles.bar}>
              <i className="num" style={{ flex: Number(after) }}>
                {before.worth(whole(after))}
              </i>
              {gross > 0n ? (
                <b className="num" style={{ flex: Number(gross) }}>
                  {whole(gross)}
                </b>
              ) : null}
            </div>
          </div>
        </div>
        <p className={styles.total}>
          <span className="num">
            {mine.newShares === 0
              ? before.sum(money(after), money(gross))
              : shares.worth(
                  sharesText(mine.long + mine.newShares),
                  formatPrice(BigInt(reference)),
                  money(gross),
                )}
          </span>
          <b className="num">{money(after + gross)}</b>
        </p>
      </Card>
    </Section>
  )
}

const Adjusted = ({ dividend }: { readonly dividend: Dividend }) => {
  const { adjusted, shares } = corporateActionsTexts.use()
  const { close, reference, mine, lowers } = dividend
  const price = (amount: number): string => formatPrice(BigInt(amount))
  const average = dividend.state === 'announced' ? (mine?.averagePrice ?? null) : null
  const after =
    average === null || mine === null
      ? null
      : Math.round((average * mine.long) / Math.max(mine.long + mine.newShares, 1))
  return (
    <Section title={adjusted.title} small>
      <Card pad>
        <KeyValues
          items={[
            { key: 'reference', label: adjusted.reference, value: `${price(close)} → ${price(reference)}` },
            ...lowers.map(({ of, from, to }, at) => ({
              key: `${of} ${at}`,
              label: adjusted.lowered[of],
              value: `${price(from)} → ${price(to)}`,
            })),
            ...(average === null
              ? []
              : [
                  {
                    key: 'cost',
                    label: adjusted.cost,
                    value:
                      after === null || after === average
                        ? adjusted.costStays(price(average))
                        : `${price(average)} → ${price(after)}`,
                  },
                ]),
            { key: 'candles', label: adjusted.candles, value: adjusted.candlesNote },
            ...(isSplit(dividend)
              ? [{ key: 'conditionals', label: shares.conditionals, value: shares.conditionalsNote }]
              : []),
          ]}
        />
      </Card>
    </Section>
  )
}

/** What the member sees in their holding from the ex-date: the lower price and the dividend that is due are one result. */
const Holding = ({ dividend, mine }: { readonly dividend: Dividend; readonly mine: Mine }) => {
  const { holding } = corporateActionsTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const day = useDay()
  const { name, state, stockMicros, reference, paysOn } = dividend
  const { averagePrice, long } = mine
  if (state !== 'announced' || averagePrice === null || stockMicros > 0 || isSplit(dividend)) return null
  const result = BigInt(reference - averagePrice) * BigInt(long)
  const total = result + BigInt(mine.net)
  const shown = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount, { plus: true }))
  const tone = (amount: bigint) => (amount === 0n ? undefined : styles[amount > 0n ? 'up' : 'down'])
  return (
    <Section
      title={holding.title}
      aside={<small>{holding.aside(formatPrice(BigInt(reference)))}</small>}
      small
    >
      <Card pad className={styles.holding}>
        <p>
          <span>
            <b>{name[language]}</b>{' '}
            <small>
              {holding.average(
                formatQuantity(sharesOf(BigInt(long)), language),
                formatPrice(BigInt(averagePrice)),
              )}
            </small>
          </span>
          <b className={cx('num', tone(result))}>{shown(result)}</b>
        </p>
        <p className={styles.line}>
          <span>{holding.due(day(paysOn))}</span>
          <b className="num">{shown(BigInt(mine.net))}</b>
        </p>
        <p>
          <span>{holding.total}</span>
          <b className={cx('num', tone(total))}>{shown(total)}</b>
        </p>
      </Card>
    </Section>
  )
}

const Deducted = ({ dividend, mine }: { readonly dividend: Dividend; readonly mine: Mine }) => {
  const { deducted, shares } = corporateActionsTexts.use()
  const hidden = useHideAmounts()
  const money = (amount: string): string => (hidden ? '••••' : formatMoney(amount))
  const { supplementFrom, supplementRate, cashMicros, stockMicros, parValue } = dividend
  const supplement = (BigInt(mine.withheld) + BigInt(mine.owedSupplement)).toString()
  const rule = deducted.rule(formatMoney(supplementFrom).replace(/[.]00$/, ''), `${supplementRate / 100}%`)
  return (
    <Section title={deducted.title} small>
      <Card pad>
        <KeyValues
          items={[
            {
              key: 'gross',
              label: (
                <>
                  {deducted.gross}{' '}
                  <span className={styles.rule}>
                    {sharesText(mine.long)} × {cashText(cashMicros)}
                  </span>
                </>
              ),
              value: money((BigInt(mine.gross) - BigInt(mine.fraction)).toString()),
            },
            ...(mine.fraction === '0'
              ? []
              : [{ key: 'fraction', label: shares.fractionLabel, value: money(mine.fraction) }]),
            ...(stockMicros > 0
              ? [
                  {
                    key: 'par',
                    label: shares.par(formatMoney(parValue)),
                    value: shares.count(sharesText(mine.newShares)),
                  },
                ]
              : []),
            {
              key: 'supplement',
              label: (
                <>
                  {deducted.supplement} <span className={styles.rule}>{rule}</span>
                </>
              ),
              value: money(supplement),
            },
            ...(mine.owedSupplement === '0'
              ? []
              : [{ key: 'owed', label: shares.owedSupplement, value: money(mine.owedSupplement) }]),
            { key: 'net', label: deducted.net, value: `NT$${money(mine.net)}`, sum: true },
          ]}
        />
      </Card>
    </Section>
  )
}
