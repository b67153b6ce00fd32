import { Avatar, Card, Icon, LinkButton, Sparkline } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { indexBase } from '@fairlot/rules/mentors'
import {
  countText,
  directionOf,
  fallText,
  type Mentor,
  mentorPath,
  signedPercent,
  winRateText,
} from './mentor.ts'
import { MentorChips } from './MentorChips.tsx'
import { mentorsTexts } from './texts/index.ts'
import styles from './Mentors.module.css'

export const MentorCard = ({ mentor }: { readonly mentor: Mentor }) => {
  const texts = mentorsTexts.use()
  const { figures, follow, line, name } = mentor
  return (
    <Card pad as="section" className={styles.card}>
      <div className={styles.top}>
        <Avatar name={name} />
        <div className={styles.who}>
          <h2>
            {name} <MentorChips mentor={mentor} />
          </h2>
          {figures === null ? null : (
            <p className={styles.small}>{texts.list.since(countText(figures.days))}</p>
          )}
        </div>
        {line.length < 2 ? null : (
          <div className={styles.spark}>
            <Sparkline
              values={line.map(({ index }) => Number(index))}
              reference={Number(line[0]?.index ?? indexBase)}
              direction={directionOf(BigInt(line.at(-1)!.index) - BigInt(line[0]!.index))}
              width={72}
              area
            />
          </div>
        )}
      </div>
      {figures === null ? null : (
        <dl className={styles.figures}>
          <div>
            <dt>{texts.figures.time}</dt>
            <dd className={styles[directionOf(figures.timeBp)]}>{signedPercent(figures.timeBp)}</dd>
          </div>
          <div>
            <dt>{texts.figures.drawdown}</dt>
            <dd className={styles[directionOf(-figures.drawdownBp)]}>{fallText(figures.drawdownBp)}</dd>
          </div>
          <div>
            <dt>{texts.figures.winRate}</dt>
            <dd>{figures.winRateBp === null ? texts.figures.fewTrades : winRateText(figures.winRateBp)}</dd>
          </div>
          <div>
            <dt>{texts.hub.minFollow}</dt>
            <dd>{follow.minFollow === null ? '—' : formatMoney(follow.minFollow)}</dd>
          </div>
        </dl>
      )}
      <div className={styles.bottom}>
        {figures === null ? (
          <span className={styles.small}>{texts.list.noFigures}</span>
        ) : (
          <span className={styles.proof}>
            <Icon name="shield-check" size={1.125} />
            {texts.list.record(countText(figures.fills))}
          </span>
        )}
        <LinkButton small kind="quiet" href={mentorPath(mentor.mentorId)}>
          {texts.list.see}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
      </div>
    </Card>
  )
}
