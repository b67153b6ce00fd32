import { Icon } from '@fairlot/ui'
import { useState } from 'react'
import type { Person } from './person.ts'
import { selfChecks } from './self-checks.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

export function SelfChecks({ people }: { readonly people: readonly Person[] }) {
  const texts = peopleTexts.use().checks
  const [now] = useState(() => new Date())
  return (
    <>
      <h2 className={styles.title}>{texts.title}</h2>
      <ul className={styles.checks}>
        {selfChecks(people, now).map(({ name, ok, count, of }) => (
          <li key={name} className={ok ? undefined : styles.warn}>
            <Icon name={ok ? 'check' : 'warning'} size={1} weight={2} />
            <span>{texts[name]}</span>
            <span className="num">
              {of === undefined
                ? name === 'admins' || name === 'auditors'
                  ? texts.people(count)
                  : texts.count(count)
                : texts.of(count, of)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
