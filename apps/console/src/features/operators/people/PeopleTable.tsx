import { StatusChip } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import type { Person } from './person.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

interface PeopleTableProps {
  readonly people: readonly Person[]
  readonly onChange: ((person: Person) => void) | undefined
}

export function PeopleTable({ people, onChange }: PeopleTableProps) {
  const all = peopleTexts.use()
  const texts = all.people
  const { roles } = shellTexts.use()
  return (
    <>
      <h2 className={styles.title}>{texts.title(people.filter(({ state }) => state !== 'left').length)}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.roles}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.seen}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.operatorId}>
              <th scope="row">
                {person.name}
                <small className="mono">{person.login}</small>
              </th>
              <td>
                {person.roles.length === 0 ? texts.none : null}
                {person.roles.map(({ role, until }) => (
                  <span key={role} className={styles.role}>
                    {roles[role]}
                    {until === null ? null : (
                      <small>{texts.until(until.slice(0, 10).replaceAll('-', '/'))}</small>
                    )}
                  </span>
                ))}
                {onChange === undefined || person.state === 'left' ? null : (
                  <button type="button" className={styles.change} onClick={() => onChange(person)}>
                    {texts.change}
                    <span className="visually-hidden"> {person.name}</span>
                  </button>
                )}
              </td>
              <td>
                <StatusChip
                  tone={person.state === 'active' ? 'brand' : person.state === 'invited' ? 'warn' : 'neutral'}
                >
                  {texts.states[person.state]}
                </StatusChip>
                {person.state === 'active' && person.votingKeys === 0 ? (
                  <small>{all.lineage.noKey}</small>
                ) : null}
              </td>
              <td className="num">
                {person.lastSeenAt === null ? texts.never : <Moment at={person.lastSeenAt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
