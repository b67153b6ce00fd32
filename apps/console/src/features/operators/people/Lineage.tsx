import { dayMs } from '@fairlot/rules/calendar'
import { separationDays } from '@fairlot/rules/operators'
import { cx, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { Initial } from '#kit/Initial.tsx'
import { Moment } from '#kit/Moment.tsx'
import type { Person } from './person.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

/** Who proposed and approved whom, and whose votes do not count together yet. */
export function Lineage({ people }: { readonly people: readonly Person[] }) {
  const { lineage: texts, apart } = peopleTexts.use()
  const [now] = useState(() => Date.now())
  const here = people.filter(({ state }) => state !== 'left')
  const apartNow = here.flatMap(({ name, lineage }) =>
    lineage !== null && new Date(lineage.separatedUntil).getTime() > now ? [{ name, ...lineage }] : [],
  )
  return (
    <>
      <h2 className={styles.title}>
        {texts.title}
        <small>{texts.foundingHelp}</small>
      </h2>
      <ul className={styles.tree}>
        {here.map(({ operatorId, name, lineage, addedAt }) => {
          const days = Math.floor((now - new Date(addedAt).getTime()) / dayMs)
          const isApart = lineage !== null && new Date(lineage.separatedUntil).getTime() > now
          return (
            <li
              key={operatorId}
              className={cx(styles.node, lineage === null && styles.founding, isApart && styles.apart)}
            >
              <Initial name={name} />
              <div>
                <b>{name}</b>
                {lineage === null ? null : (
                  <small>{texts.by(lineage.proposedBy.name, lineage.approvedBy.name)}</small>
                )}
              </div>
              <StatusChip tone={lineage === null ? 'brand' : isApart ? 'warn' : 'neutral'}>
                {lineage === null
                  ? texts.founding
                  : isApart
                    ? texts.days(days + 1, separationDays)
                    : texts.over(days)}
              </StatusChip>
            </li>
          )
        })}
      </ul>
      <h3 className={styles.title}>
        {apart.title}
        <small>{apart.help}</small>
      </h3>
      <table className={styles.table} aria-label={apart.title}>
        <thead>
          <tr>
            <th scope="col">{apart.first}</th>
            <th scope="col">{apart.second}</th>
            <th scope="col">{apart.why}</th>
            <th scope="col">{apart.until}</th>
          </tr>
        </thead>
        <tbody>
          {apartNow.map(({ name, proposedBy, separatedUntil }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{proposedBy.name}</td>
              <td>{apart.proposed(proposedBy.name, separationDays)}</td>
              <td className="num">
                <Moment at={separatedUntil} />
              </td>
            </tr>
          ))}
          <tr>
            <td>{apart.anyone}</td>
            <td>{apart.self}</td>
            <td>{apart.same}</td>
            <td>{apart.always}</td>
          </tr>
          <tr>
            <td>{apart.setters}</td>
            <td>{apart.appeal}</td>
            <td>{apart.own}</td>
            <td>{apart.always}</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
