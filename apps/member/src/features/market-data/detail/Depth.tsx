import { DepthLadder, RatioBar } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import { lotsText, priceText } from './figures.ts'
import { ladderOf } from './ladder.ts'
import { detailTexts } from './texts/index.ts'
import styles from './Depth.module.css'

const sumOf = (levels: LiveDetail['bids']) => levels.reduce((sum, [, quantity]) => sum + quantity, 0)

/** Best five levels, and the sums of both sides. */
export const Depth = ({ quote, isOld }: { readonly quote: LiveDetail; readonly isOld: boolean }) => {
  const { depth } = detailTexts.use()
  const bids = sumOf(quote.bids)
  const asks = sumOf(quote.asks)
  return (
    <>
      <DepthLadder texts={depth} {...ladderOf(quote)} stale={isOld} />
      <div className={styles.ratio}>
        <RatioBar
          left={{ label: depth.bids, text: lotsText(bids), amount: bids, direction: 'up' }}
          right={{ label: depth.asks, text: lotsText(asks), amount: asks, direction: 'down' }}
        />
      </div>
    </>
  )
}

/** The spread, or that one side is empty, and the time. */
export const useSpread = (quote: LiveDetail, at: string): string => {
  const { depth } = detailTexts.use()
  const [bid] = quote.bids[0] ?? []
  const [ask] = quote.asks[0] ?? []
  return bid === undefined || ask === undefined ? depth.noSpread(at) : depth.spread(priceText(ask - bid), at)
}
