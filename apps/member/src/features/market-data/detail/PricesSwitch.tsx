import { Segments } from '@fairlot/ui'
import { detailTexts } from './texts/index.ts'
import { pricesShown, usePricesShown, useShowPrices } from './use-prices.ts'

/** 原始 or 還原; nothing for a stock without an ex-date, whose prices are the same. */
export const PricesSwitch = ({ has }: { readonly has: boolean }) => {
  const { prices } = detailTexts.use()
  const shown = usePricesShown()
  const show = useShowPrices()
  return has ? (
    <Segments
      compact
      label={prices.label}
      value={shown}
      onChange={show}
      items={pricesShown.map((value) => ({ value, label: prices[value] }))}
    />
  ) : null
}
