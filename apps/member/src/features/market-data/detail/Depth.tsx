import { DepthLadder, DepthRail, RatioBar, type DepthLevel } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import { directionOf, lotsText, priceText } from './figures.ts'
import { detailTexts } from './texts/index.ts'
import styles from './Depth.module.css'

const levelsOf = (levels: LiveDetail['bids'], largest: number, reference: number): readonly DepthLevel[] =>
  levels.slice(0, 5).map(([price, quantity]) => ({
    price: priceText(price),
    size: lotsText(quantity),
    share: largest === 0 ? 0 : quantity / largest,
    direction: directionOf(price, reference),
  }))

const ladderOf = ({ bids, asks, reference }: LiveDetail) => {
  const largest = Math.max(0, ...[...bids, ...asks].map(([, quantity]) => quantity))
  return { bids: levelsOf(bids, largest, reference), asks: levelsOf(asks, largest, reference) }
}

const sumOf = (levels: LiveDetail['bids']) => levels.reduce((sum, [, quantity]) => sum + quantity, 0)

/** Best five, and both sides summed. */
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

/** Beside the wide chart. */
export const Rail = ({ quote, isOld }: { readonly quote: LiveDetail; readonly isOld: boolean }) => {
  const { depth } = detailTexts.use()
  return (
    <DepthRail
      texts={{ caption: depth.caption, price: depth.title, size: depth.lots }}
      {...ladderOf(quote)}
      stale={isOld}
    />
  )
}

/** Spread, or that one side is empty, and when. */
export const useSpread = (quote: LiveDetail, at: string): string => {
  const { depth } = detailTexts.use()
  const [bid] = quote.bids[0] ?? []
  const [ask] = quote.asks[0] ?? []
  return bid === undefined || ask === undefined ? depth.noSpread(at) : depth.spread(priceText(ask - bid), at)
}

/** Who came to whom today. */
export const Sides = ({ quote }: { readonly quote: LiveDetail }) => {
  const { tape } = detailTexts.use()
  const { insideVolume, outsideVolume } = quote
  return (
    <>
      <RatioBar
        left={{ label: tape.inside, text: lotsText(insideVolume), amount: insideVolume, direction: 'down' }}
        right={{ label: tape.outside, text: lotsText(outsideVolume), amount: outsideVolume, direction: 'up' }}
      />
      <p className={styles.about}>{tape.about}</p>
    </>
  )
}
