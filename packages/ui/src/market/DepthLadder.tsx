import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './DepthLadder.module.css'

export interface DepthLevel {
  readonly price: string
  readonly size: string
  /** Size relative to the largest of the ten. */
  readonly share: number
  /** Against yesterday's close: gives the price's colour. The bar's colour comes from its side. */
  readonly direction: Direction
}

export interface DepthTexts {
  readonly caption: string
  readonly bidSize: string
  readonly bid: string
  readonly ask: string
  readonly askSize: string
}

export interface DepthLadderProps {
  readonly texts: DepthTexts
  /** Best first. */
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
  /** The fixed number of rows, so that a thin book does not move the page. */
  readonly rows?: number | undefined
  readonly stale?: boolean | undefined
}

/** A real table, so that it can be read row by row; the bars are drawn behind its cells. */
export function DepthLadder({ texts, bids, asks, rows = 5, stale = false }: DepthLadderProps) {
  return (
    <table className={cx('num', styles.ladder, stale && styles.stale)}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.bidSize}</th>
          <th scope="col">{texts.bid}</th>
          <th scope="col">{texts.ask}</th>
          <th scope="col">{texts.askSize}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, at) => (
          <tr key={at} className={cx(at === 0 && styles.best)}>
            <Size level={bids[at]} side="bid" />
            <Price level={bids[at]} />
            <Price level={asks[at]} />
            <Size level={asks[at]} side="ask" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Price = ({ level }: { readonly level: DepthLevel | undefined }) => (
  <td className={cx(styles.price, level && styles[level.direction])}>{level?.price ?? '—'}</td>
)

/** The bar belongs to the size's cell and extends over the price's: both lie on the same side of the middle. */
const Size = ({ level, side }: { readonly level: DepthLevel | undefined; readonly side: 'bid' | 'ask' }) => (
  <td className={cx(styles.size, styles[side])}>
    {level === undefined ? null : <i style={{ width: `${level.share * 200}%` }} />}
    <span>{level?.size ?? ''}</span>
  </td>
)
