// The account over time: its result without deposits, compared with the market, and how its assets are divided.

import { Card, Chip, Chips, IconButton, KeyValues, Money, Segments } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Account, DayResult, figuresTexts, HowButton, useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { Result } from '../Result.tsx'
import { toneOf } from '../figures.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { positionsTexts } from '../texts/index.ts'
import { dayText } from './day-text.ts'
import { DayTable } from './DayTable.tsx'
import { ResultChart, type Shown } from './ResultChart.tsx'
import { profitTexts } from './texts/index.ts'
import { type Curve, type Range, useCurve } from './use-curve.ts'
import styles from './ProfitView.module.css'

const Assets = lazy(() => import('./Assets.tsx').then((file) => ({ default: file.Assets })))
const StatementSheet = lazy(() =>
  import('./StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)

const ranges: readonly Range[] = ['7d', '30d', '90d', '1y', 'all']

const points = (bp: number): string => formatMoney(BigInt(Math.abs(bp)))
const signed = (bp: number): string => `${formatMoney(BigInt(bp), { plus: true })}%`

export const ProfitView = () => {
  const texts = profitTexts.use()
  const { statement } = positionsTexts.use()
  const [range, setRange] = useState<Range>('30d')
  const [exporting, setExporting] = useState(false)
  const { data: account } = useFigures()
  const { read, curve } = useCurve(range, account)
  useOwnChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton name="download" size={1.5} label={statement} onPress={() => setExporting(true)} />
      }
    >
      {account === undefined ? null : <Today account={account} />}
      <Answered read={read}>
        {() =>
          curve === undefined ? null : (
            <Figures curve={curve} range={range}>
              <Chips label={texts.ranges.label} fill>
                {ranges.map((value) => (
                  <Chip key={value} selected={value === range} onPress={() => setRange(value)}>
                    {texts.ranges[value]}
                  </Chip>
                ))}
              </Chips>
            </Figures>
          )
        }
      </Answered>
      <Suspense>{account === undefined ? null : <Assets account={account} />}</Suspense>
      <Suspense>{exporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}</Suspense>
      <HelpRow page="total-assets" />
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
  readonly curve: Curve
  readonly range: Range
  readonly children: ReactNode
}

const Figures = ({ curve, range, children }: FiguresProps) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const [shown, setShown] = useState<Shown>('result')
  const tone = toneOf(curve.profit)
  const isYoung = curve.line.length < 2
  return (
    <>
      <section className={styles.hero} aria-label={texts.hero[range]}>
        <div>
          <h2 className={styles.label}>{texts.hero[range]}</h2>
          <p className={styles.figure}>
            <Result amount={curve.profit} size="hero" />
            {curve.profitBp === null || hidden ? null : (
              <span className={`${styles.percent} ${tone === 'flat' ? '' : styles[tone]}`}>
                {signed(curve.profitBp)}
              </span>
            )}
          </p>
          <IndexLine curve={curve} />
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
        <p className={styles.young}>{texts.young(dayText(curve.line[0]!.date))}</p>
      ) : (
        <ResultChart line={curve.line} shown={shown} />
      )}
      <div className={styles.ranges}>{children}</div>
      {hidden ? null : (
        <>
          <Sum curve={curve} />
          <DayTable line={curve.line} />
        </>
      )}
      <Parts curve={curve} />
    </>
  )
}

/** What was there, came in and was made of it: together the total. */
const Sum = ({ curve }: { readonly curve: Curve }) => {
  const { sum } = profitTexts.use()
  return (
    <Card pad>
      <KeyValues
        dense
        items={(['opening', 'paidIn', 'profit', 'total'] as const).map((name) => ({
          key: name,
          label: sum[name],
          sum: name === 'total',
          value: (
            <span className="num" data-sum={name}>
              {formatMoney(curve[name], { plus: name === 'paidIn' || name === 'profit' })}
            </span>
          ),
        }))}
      />
    </Card>
  )
}

/** What the result consists of: the lines add up to it. */
const Parts = ({ curve }: { readonly curve: Curve }) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const amount = (text: string) => (hidden ? '••••' : text)
  const parts = (['realised', 'unrealised', 'currency', 'rebates'] as const).filter(
    (part) => (part !== 'rebates' && part !== 'currency') || curve[part] !== 0n,
  )
  return (
    <Card pad className={styles.sums}>
      <KeyValues
        items={[
          ...parts.map((part) => ({
            key: part,
            label: texts[part],
            value: <Result amount={curve[part]} />,
          })),
          { key: 'profit', label: texts.profit, value: <Result amount={curve.profit} />, sum: true },
        ]}
      />
      <p className={styles.index}>{texts.partsNote}</p>
      <dl className={styles.three}>
        <div>
          <dt>{texts.drawdown}</dt>
          <dd>{amount(formatMoney(curve.drawdown))}</dd>
        </div>
        <div>
          <dt>{texts.won}</dt>
          <dd>{texts.wonOf(curve.won, curve.closed)}</dd>
        </div>
        <div>
          <dt>{texts.costs}</dt>
          <dd>{amount(formatMoney(curve.costs))}</dd>
        </div>
      </dl>
    </Card>
  )
}

const IndexLine = ({ curve: { indexBp, profitBp } }: { readonly curve: Curve }) => {
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
