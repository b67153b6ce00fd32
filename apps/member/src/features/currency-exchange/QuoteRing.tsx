import { currencyExchangeTexts } from './texts/index.ts'
import styles from './Exchange.module.css'

interface Props {
  readonly left: number
  readonly of: number
}

const radius = 52
const around = 2 * Math.PI * radius

/** The time that a quote has left: a real deadline. */
export const QuoteRing = ({ left, of }: Props) => {
  const texts = currencyExchangeTexts.use().quote
  return (
    <div className={styles.ring} role="timer" aria-label={texts.ring(left)}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className={styles.track} cx="60" cy="60" r={radius} />
        {left === 0 ? null : (
          <circle
            className={styles.left}
            cx="60"
            cy="60"
            r={radius}
            strokeDasharray={`${(around * left) / of} ${around}`}
            transform="rotate(-90 60 60)"
          />
        )}
      </svg>
      <div aria-hidden="true" data-over={left === 0 || undefined}>
        <b className="num">{left}</b>
        <span>{left === 0 ? texts.over : texts.left}</span>
      </div>
    </div>
  )
}
