import { LimitBand } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import { directionOf, priceText } from './figures.ts'
import type { Standing } from './standing.ts'
import { detailTexts } from './texts/index.ts'

/** Limit down to limit up. Without limits the scale is the day's own range. */
export const Band = ({ quote, standing }: { readonly quote: LiveDetail; readonly standing: Standing }) => {
  const { band } = detailTexts.use()
  const { lower, upper, low, high, reference } = quote
  const [from, to] = lower !== null && upper !== null ? [lower, upper] : [low, high]
  const place = (price: number | null) =>
    price === null || from === null || to === null || to === from ? undefined : (price - from) / (to - from)
  const mark = (label: string, price: number | null) =>
    price === null ? undefined : { label, text: priceText(price), direction: directionOf(price, reference) }
  const range =
    low === null || high === null
      ? undefined
      : lower === null
        ? `${band.range(priceText(low), priceText(high))} · ${band.free}`
        : band.range(priceText(low), priceText(high))
  return (
    <LimitBand
      lower={mark(band.lower, lower)}
      upper={mark(band.upper, upper)}
      range={range}
      low={place(low)}
      high={place(high)}
      last={place(standing.price)}
      direction={standing.direction}
    />
  )
}
