import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { Half } from './Half.tsx'
import { Lineage } from './Lineage.tsx'
import { Matrix } from './Matrix.tsx'
import { Missing } from './Missing.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { ProposePopup } from './ProposePopup.tsx'
import { SelfChecks } from './SelfChecks.tsx'
import { peopleTexts } from './texts/index.ts'
import type { Person } from './person.ts'
import styles from './People.module.css'

export function PeoplePage() {
  const texts = peopleTexts.use()
  const me = useMe()
  const people = useRead('/operators/listOperators', {})
  const matrix = useRead('/operators/roleMatrix', {})
  const mayPropose = mayDo(me, 'propose-people')
  /** `new`, or the person whose roles are to change. */
  const [proposing, setProposing] = useState<'new' | Person | null>(null)
  return (
    <div className={styles.page}>
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => setProposing('new')}>
            {texts.propose.open}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <section className={styles.card}>
        <Answered read={people}>
          {({ operators }) => (
            <PeopleTable people={operators} onChange={mayPropose ? setProposing : undefined} />
          )}
        </Answered>
      </section>
      <div className={styles.column}>
        {people.data?.operators
          .filter(({ half }) => half !== null && half.mine !== null)
          .map((person) => (
            <section key={person.operatorId} className={styles.card}>
              <Half person={person} />
            </section>
          ))}
        {people.data === undefined ? null : (
          <>
            <section className={styles.card}>
              <Lineage people={people.data.operators} />
            </section>
            <section className={styles.card}>
              <Missing people={people.data.operators} />
            </section>
          </>
        )}
        <section className={styles.card}>
          <Answered read={matrix}>{(data) => <Matrix data={data} />}</Answered>
        </section>
        {people.data === undefined || matrix.data === undefined ? null : (
          <section className={styles.card}>
            <SelfChecks people={people.data.operators} />
          </section>
        )}
      </div>
      {proposing === null ? null : (
        <ProposePopup person={proposing === 'new' ? null : proposing} onClose={() => setProposing(null)} />
      )}
    </div>
  )
}
