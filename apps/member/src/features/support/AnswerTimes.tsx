// How fast customer service answers: the public figures, with their number of cases and their definition.

import type { DataOf } from '@fairlot/contract'
import { Card } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { supportTexts } from './texts/index.ts'
import { clockOf, medianText, timeText } from './time-text.ts'
import styles from './Support.module.css'

type Statistics = DataOf<'/support/statistics'>

/** For everyone, on the about page. */
export const AnswerTimes = () => {
  const { data } = useRead('/support/statistics', {}, { quiet: true, staleTime: 60_000 })
  return data === undefined ? null : <AnswerTimesCard statistics={data} whole />
}

export const AnswerTimesCard = ({
  statistics,
  whole = false,
}: {
  readonly statistics: Statistics
  readonly whole?: boolean
}) => {
  const texts = supportTexts.use()
  const { speed } = texts
  const { days, cases, medianMinutes, ninetiethMinutes, promiseMinutes } = statistics
  return (
    <Card pad as="section" className={whole ? styles.apart : undefined}>
      <div className={styles.speed}>
        <div>
          <h3>{speed.title}</h3>
          <b>{medianMinutes === null ? '—' : medianText(medianMinutes, texts)}</b>
        </div>
        <p>
          {medianMinutes === null || ninetiethMinutes === null ? (
            speed.none(days)
          ) : (
            <>
              <span>
                {speed.median(days)} · {speed.cases(cases)}
              </span>
              <span>{speed.ninetieth(timeText(Math.max(1, ninetiethMinutes), texts))}</span>
            </>
          )}
          <span>{speed.promise(timeText(promiseMinutes, texts))}</span>
        </p>
      </div>
      {whole ? (
        <p className={styles.definition}>
          {speed.late(statistics.late, statistics.overdue)}
          {statistics.ratings === 0 ? null : (
            <>
              {' · '}
              {speed.solved(statistics.solved, statistics.ratings)}
            </>
          )}
          <br />
          {speed.definition(clockOf(statistics.opens), clockOf(statistics.closes))}
        </p>
      ) : null}
    </Card>
  )
}
