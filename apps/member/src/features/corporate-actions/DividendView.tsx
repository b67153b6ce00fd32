// One dividend: what I get and when, what the ex-date does to price and total, and what is deducted.

import { formatMoney, formatPrice } from '@fairlot/money'
import { Card, KeyValues, Money, Note, Section, StatusChip, Timeline, type TimelineStep } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { formatDate, useDay } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { cashText, type Dividend, useDividends } from './dividend.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './Dividend.module.css'

type Mine = NonNullable<Dividend['mine']>

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
  const { mine } = dividend
  const isLong = mine !== null && mine.net !== '0'
  return (
    <>
      <Head dividend={dividend} />
      <Card as="section" pad className={styles.first}>
        <Steps dividend={dividend} />
      </Card>
      {isLong ? <Before dividend={dividend} mine={mine} /> : null}
      <Adjusted dividend={dividend} />
      {isLong ? <Deducted dividend={dividend} mine={mine} /> : null}
    </>
  )
}

const sharesText = (shares: number): string => shares.toLocaleString('en-US')

const Head = ({ dividend }: { readonly dividend: Dividend }) => {
  const texts = corporateActionsTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const day = useDay()
  const { name, symbol, mine, state, cashMicros, paysOn } = dividend
  const cash = cashText(cashMicros)
  const isShort = mine !== null && mine.owed !== '0'
  return (
    <>
      <div className={styles.head}>
        <b>{name[language]}</b>
        <span className="num">{symbol}</span>
        {mine === null ? null : (
          <StatusChip tone={state === 'paid' ? 'neutral' : isShort ? 'warn' : 'brand'}>
            {isShort ? texts.short : state === 'paid' ? texts.paid : texts.entitled}
          </StatusChip>
        )}
      </div>
      {mine === null ? (
        <>
          <p className={styles.label}>{texts.perShare}</p>
          <Money text={cash} symbol="NT$" size="display" />
          <p className={styles.small}>{state === 'announced' ? texts.notHeld : texts.notEntitled}</p>
        </>
      ) : (
        <>
          <p className={styles.label}>
            {isShort
              ? texts.owes
              : state === 'paid'
                ? texts.received
                : state === 'ex'
                  ? texts.due
                  : texts.expected}
          </p>
          <Money
            text={formatMoney(isShort ? mine.owed : mine.net)}
            symbol="NT$"
            size="display"
            hidden={hidden}
          />
          <p className={styles.small}>
            {isShort
              ? texts.owesSum(sharesText(mine.short), cash, day(paysOn))
              : texts.sum(sharesText(mine.long), cash, day(paysOn))}
          </p>
        </>
      )}
    </>
  )
}

const Steps = ({ dividend }: { readonly dividend: Dividend }) => {
  const { steps } = corporateActionsTexts.use()
  const day = useDay()
  const { state, announcedAt, heldOn, exOn, paysOn, cashMicros } = dividend
  const isPast = state !== 'announced'
  const rows: readonly TimelineStep[] = [
    {
      key: 'announced',
      state: 'done',
      title: steps.announced,
      time: formatDate(announcedAt).slice(5),
      caption: steps.announcedNote,
    },
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
      title: steps.ex,
      time: day(exOn),
      caption: steps.exNote(cashText(cashMicros)),
    },
    {
      key: 'pays',
      state: state === 'paid' ? 'done' : isPast ? 'now' : 'todo',
      title: steps.pays,
      time: day(paysOn),
      caption: steps.paysNote,
    },
  ]
  return <Timeline steps={rows} />
}

/** The value before and after, of the same width: what the price loses is due to the member. */
const Before = ({ dividend, mine }: { readonly dividend: Dividend; readonly mine: Mine }) => {
  const { before } = corporateActionsTexts.use()
  const day = useDay()
  const hidden = useHideAmounts()
  const { close, reference, heldOn, exOn } = dividend
  const [worth, after] = [close, reference].map((price) => BigInt(price) * BigInt(mine.long)) as [
    bigint,
    bigint,
  ]
  const gross = BigInt(mine.gross)
  const money = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  const whole = (amount: bigint): string => money(amount).replace(/[.]00$/, '')
  return (
    <Section title={before.title} aside={<small>{before.aside(formatPrice(BigInt(close)))}</small>} small>
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
              <b className="num" style={{ flex: Number(gross) }}>
                {whole(gross)}
              </b>
            </div>
          </div>
        </div>
        <p className={styles.total}>
          <span className="num">{before.sum(money(after), money(gross))}</span>
          <b className="num">{money(after + gross)}</b>
        </p>
      </Card>
    </Section>
  )
}

const Adjusted = ({ dividend }: { readonly dividend: Dividend }) => {
  const { adjusted } = corporateActionsTexts.use()
  const { close, reference, mine, lowers } = dividend
  const price = (amount: number): string => formatPrice(BigInt(amount))
  const average = mine?.averagePrice ?? null
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
              : [{ key: 'cost', label: adjusted.cost, value: adjusted.costStays(price(average)) }]),
          ]}
        />
      </Card>
    </Section>
  )
}

const Deducted = ({ dividend, mine }: { readonly dividend: Dividend; readonly mine: Mine }) => {
  const { deducted } = corporateActionsTexts.use()
  const hidden = useHideAmounts()
  const money = (amount: string): string => (hidden ? '••••' : formatMoney(amount))
  const { supplementFrom, supplementRate, cashMicros } = dividend
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
              value: money(mine.gross),
            },
            {
              key: 'supplement',
              label: (
                <>
                  {deducted.supplement} <span className={styles.rule}>{rule}</span>
                </>
              ),
              value: money(mine.withheld),
            },
            { key: 'net', label: deducted.net, value: `NT$${money(mine.net)}`, sum: true },
          ]}
        />
      </Card>
    </Section>
  )
}
