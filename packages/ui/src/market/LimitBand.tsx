import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './LimitBand.module.css'

export interface BandMark {
  readonly label: string
  readonly text: string
  readonly direction: Direction
}

interface LimitBandProps {
  readonly lower?: BandMark | undefined
  readonly upper?: BandMark | undefined
  /** Today's range as text; absent before the first trade. */
  readonly range?: string | undefined
  /** Positions on the band from 0 (limit down) to 1 (limit up). */
  readonly low?: number | undefined
  readonly high?: number | undefined
  readonly last?: number | undefined
  readonly direction: Direction
}

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`

/** From limit down to limit up: today's range in grey, the last price as a tick. The text under it says the same. */
export function LimitBand({ lower, upper, range, low, high, last, direction }: LimitBandProps) {
  return (
    <div className={styles.band}>
      <div className={styles.track} aria-hidden="true">
        {low === undefined || high === undefined ? null : (
          <i className={styles.range} style={{ left: percent(low), right: percent(1 - high) }} />
        )}
        {last === undefined ? null : (
          <b className={cx(styles.last, styles[direction])} style={{ left: percent(last) }} />
        )}
      </div>
      <div className={cx('num', styles.texts)}>
        <Mark mark={lower} />
        {range === undefined ? null : <span>{range}</span>}
        <Mark mark={upper} />
      </div>
    </div>
  )
}

const Mark = ({ mark }: { readonly mark: BandMark | undefined }) =>
  mark === undefined ? null : (
    <span>
      {mark.label} <span className={styles[`text-${mark.direction}`]}>{mark.text}</span>
    </span>
  )
