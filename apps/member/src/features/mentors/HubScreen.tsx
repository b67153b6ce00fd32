// 跟單: the member's copies, the levels of mentors, products, and the way to become a mentor.

import { Card, Link, Note, Row, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { MyCopies, OpenProducts } from '#features/copy-trading'
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
            <MyCopies />
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
            <OpenProducts />
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
