// The time-weighted index of a mentor. One image for a screen reader; the record has every day as a table.

import { indexBase } from '@fairlot/rules/mentors'
import type { Mentor } from '../mentor.ts'
import { signedPercent } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import styles from '../Mentors.module.css'

const WIDTH = 320
const HEIGHT = 140

export const IndexChart = ({ mentor: { name, line, figures } }: { readonly mentor: Mentor }) => {
  const texts = mentorsTexts.use().one
  if (line.length < 2 || figures === null) return null
  const values = line.map(({ index }) => Number(index))
  const zero = Number(indexBase)
  const top = Math.max(zero, ...values)
  const bottom = Math.min(zero, ...values)
  const yOf = (value: number): number => 4 + ((top - value) / (top - bottom || 1)) * (HEIGHT - 8)
  const step = WIDTH / (values.length - 1)
  const path = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(2)} ${yOf(value).toFixed(2)}`)
    .join('')
  return (
    <figure
      className={styles.chart}
      role="img"
      aria-label={texts.chart(name, line[0]!.date, line.at(-1)!.date, signedPercent(figures.timeBp))}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.zero} d={`M0 ${yOf(zero).toFixed(2)}H${WIDTH}`} />
        <path d={path} />
      </svg>
      <p className={styles.line} aria-hidden="true">
        <span className={styles.small}>{line[0]!.date.replaceAll('-', '/')}</span>
        <span className={styles.small}>{line.at(-1)!.date.replaceAll('-', '/')}</span>
      </p>
    </figure>
  )
}
