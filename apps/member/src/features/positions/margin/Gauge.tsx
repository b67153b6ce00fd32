import type { TradingTerms } from '@fairlot/rules/orders'
import { limitText, ratioText } from '../figures.ts'
import { marginTexts } from './texts/index.ts'
import styles from './Gauge.module.css'

/** Positions of the two marks on the line; the scale follows from them. */
const CALL_AT = 0.16
const CANCEL_AT = 0.72

interface Props {
  readonly ratioBp: number
  readonly terms: Pick<TradingTerms, 'callRatio' | 'cancelRatio'>
}

/** The ratio between the point of a margin call and the point where the call ends. */
export const Gauge = ({ ratioBp, terms }: Props) => {
  const texts = marginTexts.use()
  const span = Math.max(1, terms.cancelRatio - terms.callRatio)
  const at = CALL_AT + ((ratioBp - terms.callRatio) / span) * (CANCEL_AT - CALL_AT)
  const left = `${Math.min(0.97, Math.max(0.03, at)) * 100}%`
  const call = limitText(terms.callRatio)
  const cancel = limitText(terms.cancelRatio)
  return (
    <div className={styles.gauge} role="img" aria-label={texts.gauge(ratioText(ratioBp), call, cancel)}>
      <i className={styles.line} />
      <i className={styles.mark} style={{ left: `${CALL_AT * 100}%` }} />
      <i className={styles.mark} style={{ left: `${CANCEL_AT * 100}%` }} />
      <i className={styles.now} style={{ left }} />
      <span className={styles.word} style={{ left: `${CALL_AT * 100}%` }} aria-hidden="true">
        {texts.callMark(call)}
      </span>
      <span className={styles.word} style={{ left: `${CANCEL_AT * 100}%` }} aria-hidden="true">
        {texts.cancelMark(cancel)}
      </span>
    </div>
  )
}
