// The published formula with the member's own inputs.

import type { ScoreKind } from '@fairlot/contract/credit/states'
import { Button, Card, cx, Evidence, KeyValues, Note, Section, StackedBar, TextLink } from '@fairlot/ui'
import { scoreVersion } from '@fairlot/rules/credit'
import { useState } from 'react'
import { SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { isScoreRight } from './is-score-right.ts'
import { creditTexts } from './texts/index.ts'
import { type Overview, rateText, recordsPath, useOverview } from './use-credit.ts'
import styles from './Credit.module.css'

export const ScoreView = () => {
  const read = useOverview()
  return (
    <RouteScreen>
      <Answered read={read}>{(overview) => <Formula overview={overview} />}</Answered>
    </RouteScreen>
  )
}

/** Where the member sees what lowered the score. A late call may be one of margin or of credit, which have no list. */
const recordsOf: Readonly<Partial<Record<ScoreKind, string>>> = {
  'late-day': `${recordsPath}?kind=repayment`,
  'forced-sale': '/position/position?state=terminated',
  default: '/user/FundingDetails',
}

const slashed = (date: string): string => date.replaceAll('-', '/')

const Formula = ({ overview: { score, terms } }: { readonly overview: Overview }) => {
  const all = creditTexts.use()
  const texts = all.formula
  const lost = score.lines.filter(({ points }) => points > 0)
  const shareOf = (points: number): number => (score.start === 0 ? 0 : points / score.start)
  const sum = [score.start, ...lost.map(({ points }) => points)].join(' − ')
  return (
    <div className={styles.cards}>
      <div className={styles.sum}>
        <p className={styles.small}>{texts.yours}</p>
        <div className={cx(styles.between, styles.atEnd)}>
          <p className={styles.score}>{score.score}</p>
          <p className={cx(styles.end, styles.small)}>
            {texts.full(score.start)}
            <br />
            {texts.live}
          </p>
        </div>
        <StackedBar
          label={all.scoreSpoken(score.score, score.start)}
          shares={[
            { key: 'score', share: shareOf(score.score), tone: 'brand' },
            ...lost.map(({ kind, points }) => ({
              key: kind,
              share: shareOf(points),
              tone: 'warn' as const,
            })),
          ]}
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
              <b className={points === 0 ? styles.zero : undefined}>{points === 0 ? '0' : `−${points}`}</b>
            </span>
          </div>
        ))}
        <div className={styles.line}>
          <b className="num">{sum}</b>
          <b className={styles.result}>{texts.points(score.score)}</b>
        </div>
      </Card>
      {score.events.length === 0 ? null : (
        <Section title={texts.events} small className={styles.group}>
          <Card as="section">
            {score.events.map(({ kind, on, until, count }, index) => (
              // Two deductions of a kind may fall on one day.
              <div key={`${kind} ${on} ${index}`} className={styles.line}>
                <span>
                  {texts.event(kind, count)}
                  <small>{texts.until(slashed(on), slashed(until))}</small>
                </span>
                {recordsOf[kind] === undefined ? null : (
                  <TextLink href={recordsOf[kind]}>
                    {texts.see}
                    <span className="visually-hidden"> {texts.event(kind, count)}</span>
                  </TextLink>
                )}
              </div>
            ))}
          </Card>
        </Section>
      )}
      <Section title={texts.effects} small className={styles.group}>
        <Card as="section" className={styles.card}>
          <KeyValues
            items={[
              { key: 'review', label: texts.review, value: texts.reviewText },
              { key: 'rate', label: texts.rate, value: texts.rateText(rateText(terms.aprPpm)) },
              { key: 'withdraw', label: texts.withdraw, value: texts.never, className: styles.after },
            ]}
          />
          {terms.withdrawScore === 0 ? null : (
            <p className={styles.small}>{all.withdrawEffect(terms.withdrawScore)}</p>
          )}
        </Card>
      </Section>
      <Recomputed score={score} sum={sum} />
      <Correction version={score.version} />
    </div>
  )
}

interface RecomputedProps {
  readonly score: Overview['score']
  /** The arithmetic as it is written above. */
  readonly sum: string
}

/** The formula of this app over the member's own deductions: what the server sent is compared, not shown again. */
const Recomputed = ({ score, sum }: RecomputedProps) => {
  const texts = creditTexts.use().formula
  const [isAsked, setAsked] = useState(false)
  const isKnown = score.version === scoreVersion
  const isRight = isScoreRight(score)
  const verdict = !isAsked || !isKnown ? undefined : isRight ? texts.right : texts.wrong
  return (
    <Evidence
      title={texts.version(score.version)}
      verdict={verdict}
      tone={verdict === texts.wrong ? 'crit' : 'ok'}
    >
      <p>{texts.sum}</p>
      <p role="status" className={styles.recomputed}>
        {isAsked
          ? isKnown
            ? isRight
              ? texts.rightText(sum, score.score)
              : texts.wrongText
            : texts.unknown(scoreVersion)
          : null}
      </p>
      <Button kind="quiet" wide small onPress={() => setAsked(true)}>
        {texts.recompute}
      </Button>
    </Evidence>
  )
}

const Correction = ({ version }: { readonly version: string }) => {
  const texts = creditTexts.use().formula
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Note>
        {texts.mistaken}
        <TextLink inline onPress={() => setOpen(true)}>
          {texts.correct}
        </TextLink>
        {texts.corrected}
      </Note>
      <SupportSheet open={isOpen} onClose={() => setOpen(false)} about={{ kind: 'score', id: version }} />
    </>
  )
}
