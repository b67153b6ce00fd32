import { formatMoney } from '@fairlot/money'
import { Icon, Link } from '@fairlot/ui'
import { useHideAmounts } from '#shell/appearance.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { Result } from '../Result.tsx'
import { toneOf } from '../figures.ts'
import { dayText } from './day-text.ts'
import { pathOf, resultLine } from './result-line.ts'
import { profitTexts } from './texts/index.ts'
import styles from './CurveStrip.module.css'

const WIDTH = 96
const HEIGHT = 28

/** The result of thirty days with its curve, deposits taken out; opens the whole curve. */
export const CurveStrip = () => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const { data } = useRead('/positions/profit', { range: '30d' }, { quiet: true, every: 60_000 })
  useMemberEvents(['order.filled', 'position.changed'], () => void refresh('/positions/profit'))
  if (data === undefined) return <div className={styles.strip} />
  const isYoung = data.line.length < 2
  return (
    <Link className={styles.strip} href="/position/position?view=profit">
      <span className={styles.label}>{texts.strip}</span>
      {isYoung ? (
        <span className={styles.young}>{texts.stripYoung(dayText(data.line[0]?.date ?? data.from))}</span>
      ) : (
        <>
          {hidden ? null : <Spark results={data.line.map(({ result }) => BigInt(result))} />}
          <span className={styles.figure}>
            <Result amount={BigInt(data.profit)} />
            {data.profitBp === null || hidden ? null : (
              <small>{formatMoney(BigInt(data.profitBp), { plus: true })}%</small>
            )}
          </span>
        </>
      )}
      <Icon name="chevron" size={0.875} />
    </Link>
  )
}

const Spark = ({ results }: { readonly results: readonly bigint[] }) => {
  const { points, zero } = resultLine(results, { width: WIDTH, height: HEIGHT })
  const tone = toneOf(results.at(-1) ?? 0n)
  return (
    <svg
      className={`${styles.spark} ${tone === 'flat' ? '' : styles[tone]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.zero} d={`M0 ${zero}H${WIDTH}`} />
      <path className={styles.line} d={pathOf(points)} />
    </svg>
  )
}
