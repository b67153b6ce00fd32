import { cx } from '@fairlot/ui'
import { formatMs, formatNumber } from './format.ts'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

export function Queues({ waiting }: { readonly waiting: System['waiting'] }) {
  const texts = statusTexts.use()
  const max = Math.max(1, ...waiting.map(({ amount }) => amount))
  const all = waiting.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        {texts.queues.title}
        <small className="num">{texts.queues.amount(formatNumber(all))}</small>
      </h2>
      <ul className={styles.queues}>
        {waiting.map(({ name, amount, waitedMs, isLate }) => (
          <li key={name} className={isLate ? styles.due : undefined}>
            <span>{texts.waiting[name]}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="6" rx="3" className={styles.back} />
              <rect
                width={(amount / max) * 100}
                height="6"
                rx="3"
                className={cx(styles.fill, isLate && styles.lateFill)}
              />
            </svg>
            <span className="num">{formatNumber(amount)}</span>
            <small className="num">{amount === 0 ? '' : formatMs(waitedMs, texts)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
