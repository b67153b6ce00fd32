import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { Matrix } from './Matrix.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { ProposePopup } from './ProposePopup.tsx'
import { SelfChecks } from './SelfChecks.tsx'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

export type Person = ConsoleDataOf<'/operators/listOperators'>['operators'][number]

export function PeoplePage() {
  const texts = peopleTexts.use()
  const me = useMe()
  const people = useRead('/operators/listOperators', {})
  const matrix = useRead('/operators/roleMatrix', {})
  const mayPropose = mayDo(me, 'propose-people')
  /** `new`, or the person whose roles shall change. */
  const [proposing, setProposing] = useState<'new' | Person | null>(null)
  return (
    <div className={styles.page}>
      {mayPropose ? (
        <TopAside>
          <DeskButton small onPress={() => setProposing('new')}>
            {texts.propose.open}
          </DeskButton>
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
