import { formatMoney } from '@fairlot/money'
import { Icon, Link } from '@fairlot/ui'
import type { Account } from '#features/figures'
import { useHideAmounts } from '#shell/appearance.ts'
import { Result } from '../Result.tsx'
import { toneOf } from '../figures.ts'
import { dayText } from './day-text.ts'
import { pathOf, resultLine } from './result-line.ts'
import { profitTexts } from './texts/index.ts'
import { useCurve } from './use-curve.ts'
import styles from './CurveStrip.module.css'

const WIDTH = 96
const HEIGHT = 28

/** The result of thirty days with its curve, deposits taken out; opens the whole curve. */
export const CurveStrip = ({ account }: { readonly account: Account }) => {
  const texts = profitTexts.use()
  const hidden = useHideAmounts()
  const { curve } = useCurve('30d', account, true)
  if (curve === undefined) return <div className={styles.strip} />
  const isYoung = curve.line.length < 2
  return (
    <Link className={styles.strip} href="/position/position?view=profit">
      <span className={styles.label}>{texts.strip}</span>
      {isYoung ? (
        <span className={styles.young}>{texts.stripYoung(dayText(curve.line[0]!.date))}</span>
      ) : (
        <>
          {hidden ? null : <Spark results={curve.line.map(({ result }) => result)} />}
          <span className={styles.figure}>
            <Result amount={curve.profit} />
            {curve.profitBp === null || hidden ? null : (
              <small>{formatMoney(BigInt(curve.profitBp), { plus: true })}%</small>
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
