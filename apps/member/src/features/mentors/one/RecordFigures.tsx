// The months of a record as bars and as a table, and how its cash trades ended on average. Computed on this phone.

import { Card, KeyValues, Section } from '@fairlot/ui'
import { indexOf } from '@fairlot/rules/mentors'
import { countText, directionOf, signedPercent } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import { averagesOf, type MonthResult, monthsOf } from './record-figures.ts'
import { dayOf, type MentorRecord } from './use-record.ts'
import styles from '../Mentors.module.css'

const barsShown = 12

export const RecordFigures = ({ record }: { readonly record: MentorRecord }) => {
  const months = monthsOf(indexOf(record.days.map(dayOf)))
  return (
    <>
      {months.length === 0 ? null : <Months months={months} />}
      <Averages record={record} />
    </>
  )
}

const Months = ({ months }: { readonly months: readonly MonthResult[] }) => {
  const texts = mentorsTexts.use().record
  const won = months.filter(({ bp }) => bp > 0).length
  const bars = months.slice(-barsShown)
  const largest = Math.max(1, ...bars.map(({ bp }) => Math.abs(bp)))
  return (
    <Section
      title={texts.months}
      small
      className={styles.group}
      aside={
        <span className={styles.aside}>{texts.monthsWon(countText(won), countText(months.length))}</span>
      }
    >
      <Card pad>
        <div className={styles.months} aria-hidden="true">
          {bars.map(({ month, bp }) => {
            const size = `${(Math.abs(bp) * 50) / largest}%`
            return (
              <span key={month} className={styles.month}>
                <span>
                  <i
                    data-direction={directionOf(bp)}
                    style={bp < 0 ? { top: '50%', height: size } : { bottom: '50%', height: size }}
                  />
                </span>
                {Number(month.slice(5))}
              </span>
            )
          })}
        </div>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">{texts.months}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.monthColumns.month}</th>
                <th scope="col">{texts.monthColumns.result}</th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map(({ month, bp }) => (
                <tr key={month}>
                  <th scope="row">{month.replace('-', '/')}</th>
                  <td className={styles[directionOf(bp)]}>{signedPercent(bp)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </Section>
  )
}

const Averages = ({ record: { trades } }: { readonly record: MentorRecord }) => {
  const texts = mentorsTexts.use().record
  const averages = averagesOf(
    trades
      .map((trade) => ({
        ...trade,
        openedValue: BigInt(trade.openedValue),
        realised: BigInt(trade.realised),
      }))
      .toReversed(),
  )
  if (averages === undefined) return null
  const { heldTenths, gainBp, lossBp, losingRun } = averages
  const percent = (bp: number | null): string => (bp === null ? texts.none : signedPercent(bp))
  return (
    <Section title={texts.averages} small className={styles.group}>
      <Card pad>
        <KeyValues
          items={[
            { key: 'held', label: texts.held, value: texts.heldDays((heldTenths / 10).toFixed(1)) },
            { key: 'gain', label: texts.gain, value: percent(gainBp) },
            { key: 'loss', label: texts.loss, value: percent(lossBp) },
            { key: 'run', label: texts.losingRun, value: texts.runOf(countText(losingRun)) },
          ]}
        />
      </Card>
    </Section>
  )
}
