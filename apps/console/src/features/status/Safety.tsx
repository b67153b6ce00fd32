import { Icon } from '@fairlot/ui'
import { momentText, formatWait } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

/** Backups and drills, as recorded by operators: the system cannot see its own backups. */
export function Safety({ drills }: { readonly drills: System['drills'] }) {
  const texts = statusTexts.use()
  const language = useLanguage()
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{texts.safety.title}</h2>
      <ul className={styles.checks}>
        {drills.map(({ kind, last, isDue }) => (
          <li key={kind} className={isDue ? styles.due : undefined}>
            <Icon name={isDue ? 'warning' : 'check'} size={1} weight={2} />
            <span>{texts.drills[kind]}</span>
            <span className="num">
              {last === null
                ? texts.safety.never
                : `${last.ok ? '' : `${texts.safety.failed} `}${momentText(last.at)}${texts.safety.took(
                    formatWait(last.seconds / 60, language),
                  )}`}
            </span>
          </li>
        ))}
      </ul>
      {drills.some(({ isDue }) => isDue) ? <p className={styles.none}>{texts.safety.how}</p> : null}
    </section>
  )
}
