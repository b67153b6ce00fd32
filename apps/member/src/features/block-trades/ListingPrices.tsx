import { cx } from '@fairlot/ui'
import { directionOf, priceText, signedPercentText, useRow } from '#features/market-data'
import { blockTradesTexts } from './texts/index.ts'
import type { Listing } from './use-block-trades.ts'
import styles from './BlockTrades.module.css'

/** The block price beside the live price of the market. */
export const ListingPrices = ({ listing }: { readonly listing: Listing }) => {
  const texts = blockTradesTexts.use()
  const live = useRow(listing.symbol)
  const market = live?.last ?? listing.market
  const reference = live?.reference ?? listing.reference
  const direction = market === null || reference === null ? 'flat' : directionOf(market, reference)
  const above = market === null ? 0 : listing.price - market
  const label = above === 0 ? texts.same : above < 0 ? texts.discount : texts.premium
  return (
    <dl className={styles.prices}>
      <div>
        <dt>{texts.price}</dt>
        <dd className="num">{priceText(listing.price)}</dd>
      </div>
      <div>
        <dt>{texts.market}</dt>
        <dd className={cx('num', direction !== 'flat' && styles[direction])}>{priceText(market)}</dd>
      </div>
      <div>
        <dt>{label}</dt>
        <dd className="num">{market === null ? '—' : signedPercentText(listing.price, market)}</dd>
      </div>
    </dl>
  )
}
