import type { NewsTopic } from '@fairlot/contract/news/states'
import { cx } from '@fairlot/ui'
import { type Article, pictureUrl, turnOf } from './article.ts'
import styles from './News.module.css'

interface Drawing {
  /** Heights of six bars, from 0 to 1. */
  readonly bars: readonly number[]
  /** The bar that stands out. */
  readonly marked: number
  readonly isBrand: boolean
}

/** A topic has its own drawing, for articles without a picture. An article turns it, so that neighbours differ. */
const drawings: Readonly<Record<NewsTopic, Drawing>> = {
  platform: { bars: [0.8, 0.6, 0.7, 0.4, 0.5, 0.3], marked: -1, isBrand: false },
  lesson: { bars: [0.3, 0.5, 0.4, 0.6, 0.9, 0.5], marked: 4, isBrand: true },
  verify: { bars: [0.4, 0.4, 0.9, 0.4, 0.4, 0.4], marked: 2, isBrand: true },
  rules: { bars: [0.2, 0.4, 0.6, 0.5, 0.7, 0.8], marked: 5, isBrand: false },
  market: { bars: [0.5, 0.3, 0.6, 0.8, 0.4, 0.6], marked: 3, isBrand: false },
}

const BASE = 54
const HEIGHT = 42

export const Thumb = ({ article: { articleId, topic, picture } }: { readonly article: Article }) => {
  if (picture !== null)
    return <img className={styles.thumb} src={pictureUrl(picture)} alt="" loading="lazy" />
  const { bars, marked, isBrand } = drawings[topic]
  const turn = turnOf(articleId, bars.length)
  return (
    <svg viewBox="0 0 88 66" className={cx(styles.thumb, isBrand && styles.brand)} aria-hidden="true">
      {bars.map((bar, at) => (
        <path
          key={at}
          d={`M${14 + ((at + turn) % bars.length) * 12} ${BASE}V${BASE - HEIGHT * bar}`}
          className={at === marked ? styles.marked : styles.bar}
        />
      ))}
    </svg>
  )
}

const LOTS = 15
const DRAWN = 9

/** The first article, large: its picture, or one lot drawn from many. */
export const LeadPicture = ({ picture }: Pick<Article, 'picture'>) =>
  picture !== null ? (
    <img className={styles.leadPicture} src={pictureUrl(picture)} alt="" />
  ) : (
    <svg
      viewBox="0 0 358 152"
      preserveAspectRatio="xMidYMax slice"
      className={styles.leadPicture}
      aria-hidden="true"
    >
      {Array.from({ length: LOTS }, (_, at) =>
        at === DRAWN ? (
          <g key={at}>
            <rect x={6 + at * 24} y={22} width={16} height={92} rx={8} className={styles.drawn} />
            <rect x={6 + at * 24} y={128} width={16} height={60} rx={8} className={styles.gap} />
          </g>
        ) : (
          <rect key={at} x={6 + at * 24} y={78} width={16} height={110} rx={8} className={styles.lot} />
        ),
      )}
    </svg>
  )
