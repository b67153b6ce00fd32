// The account over time: its result without deposits, compared with the market, and how its assets are divided.

import { Card, Chip, Chips, IconButton, KeyValues, Money, Segments } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Account, DayResult, figuresTexts, HowButton, useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { Result } from '../Result.tsx'
import { toneOf } from '../figures.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { positionsTexts } from '../texts/index.ts'
import { dayText } from './day-text.ts'
import { DayTable } from './DayTable.tsx'
import { ResultChart, type Shown } from './ResultChart.tsx'
import { profitTexts } from './texts/index.ts'
import styles from './ProfitView.module.css'

const Assets = lazy(() => import('./Assets.tsx').then((file) => ({ default: file.Assets })))
const StatementSheet = lazy(() =>
  import('./StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)

const ranges = ['7d', '30d', '90d', '1y', 'all'] as const
type Range = (typeof ranges)[number]
type Profit = DataOf<'/positions/profit'>

const points = (bp: number): string => formatMoney(BigInt(Math.abs(bp)))
const signed = (bp: number): string => `${formatMoney(BigInt(bp), { plus: true })}%`

export const ProfitView = () => {
  const texts = profitTexts.use()
  const { statement } = positionsTexts.use()
  const [range, setRange] = useState<Range>('30d')
  const [exporting, setExporting] = useState(false)
  const read = useRead('/positions/profit', { range }, { keep: true })
  const { data: account } = useFigures()
  useOwnChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton name="download" size={1.5} label={statement} onPress={() => setExporting(true)} />
      }
    >
      {account === undefined ? null : <Today account={account} />}
      <Answered read={read}>
        {(profit) => (
          <Figures profit={profit} range={range}>
            <Chips label={texts.ranges.label} fill>
              {ranges.map((value) => (
                <Chip key={value} selected={value === range} onPress={() => setRange(value)}>
                  {texts.ranges[value]}
                </Chip>
              ))}
            </Chips>
          </Figures>
        )}
      </Answered>
      <Suspense>{account === undefined ? null : <Assets account={account} />}</Suspense>
      <Suspense>{exporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}</Suspense>
    </RouteScreen>
  )
}

/** Total assets now, and today's result with realised and unrealised apart. */
const Today = ({ account }: { readonly account: Account }) => {
  const { names } = figuresTexts.use()
  const hidden = useHideAmounts()
  return (
    <section className={styles.today} aria-label={names.total}>
      <h2 className={styles.label}>{names.total}</h2>
      <span data-figure="total">
        <Money symbol="NT$" text={formatMoney(account.total)} size="display" hidden={hidden} />
      </span>
      <Card pad className={styles.day}>
        <DayResult account={account} />
        <HowButton name="dayProfit" account={account} />
      </Card>
    </section>
  )
}

interface FiguresProps {
  readonly profit: Profit
  readonly range: Range
  readonly children: ReactNode
}

const Figures = ({ profit, range, children }: FiguresProps) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const [shown, setShown] = useState<Shown>('result')
  const tone = toneOf(BigInt(profit.profit))
  const isYoung = profit.line.length < 2
  return (
    <>
      <section className={styles.hero} aria-label={texts.hero[range]}>
        <div>
          <h2 className={styles.label}>{texts.hero[range]}</h2>
          <p className={styles.figure}>
            <Result amount={BigInt(profit.profit)} size="hero" />
            {profit.profitBp === null || hidden ? null : (
              <span className={`${styles.percent} ${tone === 'flat' ? '' : styles[tone]}`}>
                {signed(profit.profitBp)}
              </span>
            )}
          </p>
          <IndexLine profit={profit} />
        </div>
        {hidden || isYoung ? null : (
          <div className={styles.shown}>
            <Segments
              compact
              label={texts.shown.label}
              value={shown}
              onChange={setShown}
              items={(['result', 'total'] as const).map((value) => ({ value, label: texts.shown[value] }))}
            />
          </div>
        )}
      </section>
      {hidden ? null : isYoung ? (
        <p className={styles.young}>{texts.young(dayText(profit.line[0]?.date ?? profit.from))}</p>
      ) : (
        <ResultChart line={profit.line} shown={shown} />
      )}
      <div className={styles.ranges}>{children}</div>
      {hidden ? null : (
        <>
          <Sum profit={profit} />
          <DayTable line={profit.line} />
        </>
      )}
      <Parts profit={profit} />
    </>
  )
}

/** What was there, came in and was made of it: together the total. */
const Sum = ({ profit }: { readonly profit: Profit }) => {
  const { sum } = profitTexts.use()
  return (
    <dl className={styles.sum}>
      {(['opening', 'paidIn', 'profit', 'total'] as const).map((name) => (
        <div key={name}>
          <dt>{sum[name]}</dt>
          <dd className="num" data-sum={name}>
            {formatMoney(profit[name], { plus: name === 'paidIn' || name === 'profit' })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What the result consists of: the three lines add up to it. */
const Parts = ({ profit }: { readonly profit: Profit }) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const amount = (text: string) => (hidden ? '••••' : text)
  const parts = (['realised', 'unrealised', 'rebates'] as const).filter(
    (part) => part !== 'rebates' || profit.rebates !== '0',
  )
  return (
    <Card pad className={styles.sums}>
      <KeyValues
        items={[
          ...parts.map((part) => ({
            key: part,
            label: texts[part],
            value: <Result amount={BigInt(profit[part])} />,
          })),
          { key: 'profit', label: texts.profit, value: <Result amount={BigInt(profit.profit)} />, sum: true },
        ]}
      />
      <p className={styles.index}>{texts.partsNote}</p>
      <dl className={styles.three}>
        <div>
          <dt>{texts.drawdown}</dt>
          <dd>{amount(formatMoney(profit.drawdown))}</dd>
        </div>
        <div>
          <dt>{texts.won}</dt>
          <dd>{texts.wonOf(profit.won, profit.closed)}</dd>
        </div>
        <div>
          <dt>{texts.costs}</dt>
          <dd>{amount(formatMoney(profit.costs))}</dd>
        </div>
      </dl>
    </Card>
  )
}

const IndexLine = ({ profit: { indexBp, profitBp } }: { readonly profit: Profit }) => {
  const texts = profitTexts.use()
  if (indexBp === null) return null
  const difference = profitBp === null ? null : profitBp - indexBp
  return (
    <p className={styles.index}>
      {difference === null
        ? texts.indexOnly(signed(indexBp))
        : difference === 0
          ? texts.indexSame(signed(indexBp))
          : texts.index(signed(indexBp), points(difference), difference > 0)}
    </p>
  )
}
