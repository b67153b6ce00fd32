import { Note } from '@fairlot/ui'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

/** Why it was rejected: as a whole, and field by field. */
export const Returned = ({ status }: { readonly status: Status }) => {
  const texts = identityTexts.use()
  return (
    <Note tone={status.reason === 'cancelled' ? 'info' : 'warn'} role="status">
      {texts.reasons[status.reason ?? 'rejected']}
      {status.problems.length === 0 ? null : (
        <ul className={styles.problems}>
          {status.problems.map(({ field, problem }) => (
            <li key={field}>
              <b>{texts.fields[field]}</b> {texts.problems[problem]}
            </li>
          ))}
        </ul>
      )}
      {status.note === null ? null : <span className={styles.note}>{status.note}</span>}
    </Note>
  )
}
