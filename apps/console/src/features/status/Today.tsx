import type { ReviewKind } from '@fairlot/contract/operators'
import type { ProcessName } from '@fairlot/contract/status'
import { Moment } from '#kit/Moment.tsx'
import { queueTexts } from '#features/operators'
import { shellTexts } from '#shell/texts/index.ts'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

export function Today({ today }: { readonly today: System['today'] }) {
  const texts = statusTexts.use()
  const { kinds } = queueTexts.use()
  const { comma } = shellTexts.use()
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        {texts.today.title}
        <small>{texts.today.aside}</small>
      </h2>
      {today.length === 0 ? <p className={styles.none}>{texts.today.none}</p> : null}
      <ul className={styles.changes}>
        {today.map(({ at, what, name, detail, by }) => (
          <li key={`${at} ${name} ${detail}`}>
            <span className="num">
              <Moment at={at} />
            </span>
            <span>
              {what === 'started'
                ? texts.today.started(texts.processes[name as ProcessName], detail)
                : `${kinds[name as ReviewKind]} ${detail}`}
            </span>
            <b>{by.join(comma)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
