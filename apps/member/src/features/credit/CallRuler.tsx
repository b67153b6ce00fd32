import { PriceRuler } from '@fairlot/ui'
import { creditCallPrice } from '@fairlot/rules/credit'
import { creditTexts } from './texts/index.ts'
import { type Overview, percentOf, priceText, ratioText } from './use-credit.ts'
import styles from './Credit.module.css'

interface Props {
  readonly pledges: Overview['holdings']
  readonly owed: bigint
  readonly ratioBp: number | null
  readonly callRatioBp: number
  readonly withSymbol?: boolean
}

/** The price that brings a call beside the price of now. With several stocks there is no one price, only the ratio. */
export const CallRuler = ({ pledges, owed, ratioBp, callRatioBp, withSymbol = false }: Props) => {
  const texts = creditTexts.use()
  const [only, ...others] = pledges
  const call =
    only === undefined || others.length > 0 ? null : creditCallPrice(only.shares, owed, callRatioBp)
  if (only === undefined || call === null)
    return ratioBp === null ? null : <p className={styles.small}>{texts.ratio(percentOf(ratioBp))}</p>
  const now = priceText(only.price)
  const distance = ((only.price - call) * 100) / only.price
  return (
    <PriceRuler
      label={texts.ruler(priceText(call), now)}
      call={{ text: texts.callPrice(priceText(call)), below: texts.ratio(ratioText(callRatioBp)) }}
      callSide="left"
      order={{
        text: withSymbol ? texts.now(only.symbol, now) : texts.nowOnly(now),
        below: texts.ratio(percentOf(ratioBp)),
      }}
      distance={texts.fall(`${Math.max(0, distance).toFixed(1)}%`)}
    />
  )
}
