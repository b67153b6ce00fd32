// The published formula with the member's own inputs.

import { Card, Evidence, KeyValues, Section, StackedBar } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { creditTexts } from './texts/index.ts'
import { type Overview, rateText, useOverview } from './use-credit.ts'
import styles from './Credit.module.css'

export const ScoreView = () => {
  const read = useOverview()
  return (
    <RouteScreen>
      <Answered read={read}>{(overview) => <Formula overview={overview} />}</Answered>
    </RouteScreen>
  )
}

const slashed = (date: string): string => date.replaceAll('-', '/')

const Formula = ({ overview: { score, terms } }: { readonly overview: Overview }) => {
  const all = creditTexts.use()
  const texts = all.formula
  const lost = score.lines.filter(({ points }) => points > 0)
  const sum = [score.start, ...lost.map(({ points }) => points)].join(' − ')
  return (
    <div className={styles.cards}>
      <div className={styles.sum}>
        <p className={styles.small}>{texts.yours}</p>
        <div className={styles.between}>
          <p className={styles.score}>{score.score}</p>
          <p className={styles.end}>
            <span className={styles.small}>{texts.full(score.start)}</span>
            <br />
            <span className={styles.small}>{texts.live}</span>
          </p>
        </div>
        <StackedBar
          label={all.scoreSpoken(score.score, score.start)}
          shares={[{ key: 'score', share: score.start === 0 ? 0 : score.score / score.start, tone: 'brand' }]}
        />
        <p className={styles.small}>{texts.from(score.start)}</p>
      </div>
      <Card as="section">
        {score.lines.map(({ kind, count, each, cap, points }) => (
          <div key={kind} className={styles.line}>
            <span>
              {texts.kinds[kind]}
              <small>{texts.each(kind, each, cap)}</small>
            </span>
            <span className={styles.points}>
              {texts.times(kind, count, each)}
              <b>{points === 0 ? '0' : `−${points}`}</b>
            </span>
          </div>
        ))}
        <div className={styles.line}>
          <b className="num">{sum}</b>
          <b className="num">{texts.points(score.score)}</b>
        </div>
      </Card>
      {score.events.length === 0 ? null : (
        <Section title={texts.events} small>
          <Card as="section">
            {score.events.map(({ kind, on, until, count }, index) => (
              // Two deductions of a kind may fall on one day.
              <div key={`${kind} ${on} ${index}`} className={styles.line}>
                <span>
                  {texts.event(kind, count)}
                  <small>{texts.until(slashed(on), slashed(until))}</small>
                </span>
              </div>
            ))}
          </Card>
        </Section>
      )}
      <Section title={texts.effects} small>
        <Card as="section" className={styles.card}>
          <KeyValues
            items={[
              { key: 'review', label: texts.review, value: texts.reviewText },
              { key: 'rate', label: texts.rate, value: texts.rateText(rateText(terms.aprPpm)) },
              { key: 'withdraw', label: texts.withdraw, value: texts.never },
            ]}
          />
          {terms.withdrawScore === 0 ? null : (
            <p className={styles.small}>{all.withdrawEffect(terms.withdrawScore)}</p>
          )}
        </Card>
      </Section>
      <Evidence title={texts.version(score.version)}>
        <p>{texts.sum}</p>
      </Evidence>
    </div>
  )
}
