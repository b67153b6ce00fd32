// The time-weighted line of a mentor beside an index of this venue, both from zero at the first day shown, with the largest
// fall marked. One image for a screen reader; the record has every day as a table.

import { taipeiMidnight } from '@fairlot/rules/calendar'
import { compare, indexRules } from '@fairlot/rules/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRead } from '#shell/data.ts'
import { fallText, type Mentor, signedPercent } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import { largestFall } from './record-figures.ts'
import styles from '../Mentors.module.css'

const WIDTH = 320
const HEIGHT = 140
const [listed] = indexRules

export const IndexChart = ({ mentor: { name, line } }: { readonly mentor: Mentor }) => {
  const texts = mentorsTexts.use().one
  const language = useLanguage()
  const read = useRead(
    '/market/listIndexValues',
    { code: listed!.code, period: 'day', count: 1_000 },
    { quiet: true },
  )
  if (line.length < 2) return null
  const first = Number(line[0]!.index)
  const own = line.map(({ index }) => Math.round(((Number(index) - first) * 10_000) / (first || 1)))
  const other = indexLine(line, read.data?.values ?? [])
  const values = [0, ...own, ...other.map(({ bp }) => bp)]
  const [top, bottom] = [Math.max(...values), Math.min(...values)]
  const yOf = (bp: number): number => 4 + ((top - bp) / (top - bottom || 1)) * (HEIGHT - 8)
  const xOf = (at: number): number => (at * WIDTH) / (line.length - 1)
  const pathOf = (points: readonly { readonly at: number; readonly bp: number }[]): string =>
    points
      .map(({ at, bp }, n) => `${n === 0 ? 'M' : 'L'}${xOf(at).toFixed(2)} ${yOf(bp).toFixed(2)}`)
      .join('')
  const fall = largestFall(line.map(({ index }) => ({ index: BigInt(index) })))
  const indexName = language === 'tw' ? listed!.nameTw : listed!.nameEn
  const legend = [
    { key: 'own', text: `${name} ${signedPercent(own.at(-1)!)}` },
    ...(other.length < 2 ? [] : [{ key: 'other', text: `${indexName} ${signedPercent(other.at(-1)!.bp)}` }]),
    ...(fall === undefined ? [] : [{ key: 'fall', text: `${texts.worst} ${fallText(fall.bp)}` }]),
  ]
  return (
    <figure
      className={styles.chart}
      role="img"
      aria-label={texts.chart(line[0]!.date, line.at(-1)!.date, legend.map(({ text }) => text).join(', '))}
    >
      <p className={styles.legend} aria-hidden="true">
        {legend.map(({ key, text }) => (
          <span key={key} data-line={key}>
            {text}
          </span>
        ))}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {fall === undefined ? null : (
          <rect x={xOf(fall.from)} y={0} width={xOf(fall.to) - xOf(fall.from)} height={HEIGHT} />
        )}
        <path className={styles.zero} d={`M0 ${yOf(0).toFixed(2)}H${WIDTH}`} />
        {other.length < 2 ? null : <path className={styles.other} d={pathOf(other)} />}
        <path d={pathOf(own.map((bp, at) => ({ at, bp })))} />
      </svg>
      <p className={styles.line} aria-hidden="true">
        <span className={styles.small}>{line[0]!.date.replaceAll('-', '/')}</span>
        <span className={styles.small}>{line.at(-1)!.date.replaceAll('-', '/')}</span>
      </p>
    </figure>
  )
}

/** The index on the days of the line, from the first that it has; a day without a value has the one before. */
function indexLine(
  line: Mentor['line'],
  values: readonly (readonly [at: number, value: number])[],
): readonly { readonly at: number; readonly bp: number }[] {
  const placeOf = new Map(line.map(({ date }, at) => [taipeiMidnight(date), at]))
  return compare(
    Array.from(placeOf.keys(), (at) => [at, 1] as const),
    values,
  ).map(({ at, other }) => ({ at: placeOf.get(at)!, bp: other }))
}
