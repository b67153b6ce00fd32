import { Icon } from '@fairlot/ui'
import { useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { queueTexts } from '../queue/texts/index.ts'
import type { Person } from './person.ts'
import { missingPeople } from './self-checks.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

/** Which decisions are impossible here, because the installation has too few operators. */
export function Missing({ people }: { readonly people: readonly Person[] }) {
  const texts = peopleTexts.use().missing
  const { kinds: names } = queueTexts.use()
  const { comma } = shellTexts.use()
  const [now] = useState(() => new Date())
  const { kinds, approvers, hasAuditor, auditorApproves } = missingPeople(people, now)
  const lines = [
    ...(kinds.length > 0 ? [texts.kinds(kinds.map((kind) => names[kind]).join(comma))] : []),
    ...(approvers < 4 ? [texts.appeals(approvers)] : []),
    ...(approvers < 3 ? [texts.keys(approvers)] : []),
    ...(hasAuditor ? [] : [texts.auditor]),
    ...(auditorApproves ? [texts.auditorVotes] : []),
  ]
  return (
    <>
      <h2 className={styles.title}>{texts.title}</h2>
      <ul className={styles.checks}>
        {lines.length === 0 ? (
          <li>
            <Icon name="check" size={1} weight={2} />
            <span>{texts.none}</span>
          </li>
        ) : (
          lines.map((line) => (
            <li key={line} className={styles.warn}>
              <Icon name="warning" size={1} weight={2} />
              <span>{line}</span>
            </li>
          ))
        )}
      </ul>
    </>
  )
}
