import { cx } from '../cx.ts'
import type { DepthLadderProps, DepthLevel } from './DepthLadder.tsx'
import styles from './DepthLadder.module.css'

interface DepthRailProps extends Omit<DepthLadderProps, 'texts'> {
  readonly texts: { readonly caption: string; readonly price: string; readonly size: string }
}

/** The same book vertically, highest price on top, beside a wide chart. */
export function DepthRail({ texts, bids, asks, rows = 5, stale = false }: DepthRailProps) {
  const places = Array.from({ length: rows }, (_, at) => at)
  return (
    <table className={cx('num', styles.rail, stale && styles.stale)}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.size}</th>
        </tr>
      </thead>
      <tbody className={styles.asks}>
        {places.toReversed().map((at) => (
          <RailRow key={at} level={asks[at]} side="ask" best={at === 0} />
        ))}
      </tbody>
      <tbody>
        {places.map((at) => (
          <RailRow key={at} level={bids[at]} side="bid" best={at === 0} />
        ))}
      </tbody>
    </table>
  )
}

const RailRow = (props: {
  readonly level: DepthLevel | undefined
  readonly side: 'bid' | 'ask'
  readonly best: boolean
}) => (
  <tr className={cx(props.best && styles.best)}>
    <td className={cx(props.level && styles[props.level.direction])}>{props.level?.price ?? '—'}</td>
    <td className={cx(styles.size, styles[props.side])}>
      {props.level === undefined ? null : <i style={{ width: `${props.level.share * 200}%` }} />}
      <span>{props.level?.size ?? ''}</span>
    </td>
  </tr>
)
