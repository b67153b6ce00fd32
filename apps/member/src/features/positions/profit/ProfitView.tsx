// The account's result over time after every cost, compared with the market, and how its assets are divided.

import { Card, IconButton, KeyValues, Money, Segments } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { type Account, DayResult, figuresTexts, HowButton, useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { Result } from '../Result.tsx'
import { toneOf } from '../figures.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { positionsTexts } from '../texts/index.ts'
import { ResultChart } from './ResultChart.tsx'
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
      <Segments
        label={texts.ranges.label}
        value={range}
        onChange={setRange}
        items={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
      />
      <Answered read={read}>{(profit) => <Figures profit={profit} range={range} />}</Answered>
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

const Figures = ({ profit, range }: { readonly profit: Profit; readonly range: Range }) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const result = BigInt(profit.line.at(-1)?.result ?? 0)
  const tone = toneOf(result)
  const amount = (text: string) => (hidden ? '••••' : text)
  return (
    <>
      <section className={styles.hero} aria-label={texts.hero[range]}>
        <h2 className={styles.label}>{texts.hero[range]}</h2>
        <p className={styles.figure}>
          <Result amount={result} size="hero" />
          {profit.resultBp === null || hidden ? null : (
            <span className={`${styles.percent} ${tone === 'flat' ? '' : styles[tone]}`}>
              {signed(profit.resultBp)}
            </span>
          )}
        </p>
        <IndexLine profit={profit} />
      </section>
      {hidden ? null : profit.line.length < 2 ? (
        <p className={styles.young}>{texts.young}</p>
      ) : (
        <ResultChart line={profit.line} />
      )}
      <Card pad className={styles.sums}>
        <KeyValues
          items={[
            { key: 'realised', label: texts.realised, value: <Result amount={BigInt(profit.realised)} /> },
            {
              key: 'unrealised',
              label: texts.unrealised,
              value: <Result amount={BigInt(profit.unrealised)} />,
            },
          ]}
        />
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
    </>
  )
}

const IndexLine = ({ profit: { indexBp, resultBp } }: { readonly profit: Profit }) => {
  const texts = profitTexts.use()
  if (indexBp === null) return null
  const difference = resultBp === null ? null : resultBp - indexBp
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
