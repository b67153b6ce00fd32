// The sections by themselves, under the tabs of the bar.

import type { Feed, LiveDetail } from '../live/index.ts'
import { Depth, Sides, useSpread } from './Depth.tsx'
import { Facts } from './Facts.tsx'
import { Block, useLastTime } from './Overview.tsx'
import type { Standing } from './standing.ts'
import { StateNote } from './StateNote.tsx'
import { Tape } from './Tape.tsx'
import { detailTexts } from './texts/index.ts'
import styles from './Parts.module.css'

export const parts = ['chart', 'depth', 'tape', 'facts'] as const
export type PartName = (typeof parts)[number]

interface Props {
  readonly quote: LiveDetail
  readonly feed: Feed
}

const Noted = ({ quote, feed }: Props) => (
  <div className={styles.note}>
    <StateNote quote={quote} feed={feed} />
  </div>
)

export const DepthPart = (props: Props & { readonly standing: Standing; readonly at: number }) => {
  const { depth } = detailTexts.use()
  const spread = useSpread(props.quote, useLastTime(props.quote.symbol, props.at))
  return (
    <>
      <Noted {...props} />
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

export const TapePart = (props: Props) => (
  <>
    <Noted {...props} />
    <Tape quote={props.quote} />
  </>
)

export const FactsPart = (props: Props) => (
  <>
    <Noted {...props} />
    <Facts quote={props.quote} />
  </>
)
