// 跟單: the levels of mentors, and the way to become one.

import { Card, Link, Note, Row, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { countText, ownPath, useMentorChanges } from './mentor.ts'
import { mentorsTexts } from './texts/index.ts'
import styles from './Mentors.module.css'

export const HubScreen = () => {
  const all = mentorsTexts.use()
  const texts = all.hub
  const read = useRead('/mentors/hub', {})
  useMentorChanges()
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ levels, mine }) => (
          <div className={styles.panel}>
            <Section title={texts.find} aside={<span className={styles.aside}>{texts.computed}</span>}>
              <Card className={styles.levels}>
                {levels.map(({ level, mentors, minFollow }) => (
                  <Link key={level} href={`/gdindex/dsFllow?level=${level}`} className={styles.level}>
                    <b>{all.levels[level]}</b>
                    <span className={styles.small}>{texts.mentors(countText(mentors))}</span>
                    <span className={styles.small}>{texts.minFollow}</span>
                    <strong className="num">{formatMoney(minFollow)}</strong>
                  </Link>
                ))}
              </Card>
            </Section>
            <Note tone="warn">{texts.past}</Note>
            <Card rows>
              <Row
                icon="follow"
                title={mine === 'none' ? texts.become : texts.mine}
                value={mine === 'none' ? texts.thresholds : texts.states[mine]}
                href={ownPath}
              />
            </Card>
          </div>
        )}
      </Answered>
    </RouteScreen>
  )
}
