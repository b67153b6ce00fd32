// The separate sections under the tabs of the bar.

import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { Depth, useSpread } from './Depth.tsx'
import { Facts } from './Facts.tsx'
import { Block, useLastTime } from './Below.tsx'
import { Sides } from './Sides.tsx'
import type { Standing } from './standing.ts'
import { StateNote } from './StateNote.tsx'
import { Tape } from './Tape.tsx'
import type { PartName } from './part-names.ts'
import { detailTexts } from './texts/index.ts'
import styles from './Parts.module.css'

interface Props {
  readonly quote: LiveDetail
  readonly feed: Feed
}

const Noted = ({ quote, feed }: Props) => (
  <div className={styles.note}>
    <StateNote quote={quote} feed={feed} />
  </div>
)

interface PartProps extends Props {
  readonly name: Exclude<PartName, 'chart'>
  readonly standing: Standing
  readonly at: number
}

export const Part = (props: PartProps) => (
  <>
    <Noted {...props} />
    {props.name === 'depth' ? (
      <DepthPart {...props} />
    ) : props.name === 'tape' ? (
      <Tape quote={props.quote} />
    ) : (
      <Facts quote={props.quote} />
    )}
  </>
)

const DepthPart = (props: PartProps) => {
  const { depth } = detailTexts.use()
  const spread = useSpread(props.quote, useLastTime(props.quote.symbol, props.at))
  return (
    <>
      <Block title={depth.title} aside={<span className={styles.aside}>{spread}</span>}>
        <Depth quote={props.quote} isOld={props.standing.isOld} />
        <p className={styles.about}>{depth.about}</p>
        <div className={styles.sides}>
          <Sides quote={props.quote} />
        </div>
      </Block>
    </>
  )
}
