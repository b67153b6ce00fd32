import { cx } from '@fairlot/ui'
import { queueTexts } from '#features/operators'
import { momentText } from '#shell/format.ts'
import { formatMs, formatNumber } from './format.ts'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

/** Everything that needs attention, as text with a link. */
export function Attention({ system }: { readonly system: System }) {
  const texts = statusTexts.use()
  const { kinds } = queueTexts.use()
  const late = system.waiting.filter(({ isLate }) => isLate)
  const bad = system.processes.filter(({ state }) => state !== 'well')
  const due = system.drills.filter(({ isDue }) => isDue)
  const isQuiet = late.length === 0 && bad.length === 0 && system.stuck.length === 0 && due.length === 0
  const isDead = bad.some(({ state }) => state === 'lost' || state === 'missing')
  return (
    <section
      className={cx(styles.card, !isQuiet && (isDead ? styles.alarmed : styles.warned))}
      aria-live="polite"
    >
      <h2 className={styles.title}>{texts.attention.title}</h2>
      {isQuiet ? <p className={styles.none}>{texts.attention.none}</p> : null}
      <ul className={styles.rows}>
        {bad.map(({ name, why, state }) => (
          <li key={name}>
            <span>{texts.processes[name]}</span>
            <b>{why === null ? texts.states[state] : (texts.why[why] ?? why)}</b>
          </li>
        ))}
        {late.map(({ name, amount, waitedMs, limitMs }) => (
          <li key={name}>
            <span>
              {texts.waiting[name]} {formatNumber(amount)}
            </span>
            <b className="num">
              {formatMs(waitedMs, texts)}
              {limitMs === 0 ? null : <small> {texts.cards.limit(formatMs(limitMs, texts))}</small>}
            </b>
          </li>
        ))}
        {due.map(({ kind, last }) => (
          <li key={kind}>
            <span>{texts.drills[kind]}</span>
            <b className="num">
              {last === null
                ? texts.safety.never
                : `${last.ok ? texts.safety.due : texts.safety.failed} ${momentText(last.at)}`}
            </b>
          </li>
        ))}
      </ul>
      {system.stuck.length === 0 ? null : (
        <>
          <h3>{texts.stuck.title}</h3>
          <ul className={styles.rows}>
            {system.stuck.map(({ reviewId, number, kind, trouble, tries, retryAt }) => (
              <li key={reviewId} className={styles.stuck}>
                <a href={`#/queue?review=${reviewId}`}>
                  <span className="mono">{number}</span> {kinds[kind]}
                </a>
                <span className={styles.trouble}>{trouble}</span>
                <small className="num">
                  {texts.stuck.tries(tries)}
                  {retryAt === null ? '' : ` · ${texts.stuck.again(momentText(retryAt))}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
