// An opened auction: the member's result, the prices, their bids, and the check on this phone.

import { divide, formatPrice, SHARES_PER_LOT } from '@fairlot/money'
import { useMoment } from '#shell/format.ts'
import { countText, type Detail } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import { Book } from './Book.tsx'
import { CheckCard } from './CheckCard.tsx'
import { OwnResults } from './OwnResults.tsx'
import styles from '../Auctions.module.css'

export const Opened = ({ detail }: { readonly detail: Detail }) => {
  const { auction, bids } = detail
  return (
    <>
      <Result detail={detail} />
      {auction.result === null ? null : <Book detail={detail} />}
      {bids.length === 0 ? null : <OwnResults auction={auction} bids={bids} />}
      <CheckCard auction={auction} />
    </>
  )
}

const Result = ({ detail: { auction, bids } }: { readonly detail: Detail }) => {
  const all = auctionsTexts.use()
  const texts = all.detail
  const moment = useMoment()
  const { result, mine } = auction
  const hero = ((): string | undefined => {
    if (result === null) return texts.noWinner
    if (mine.awarded > 0) return texts.result(all.lots(countText(mine.awarded)))
    return bids.length > 0 ? texts.noResult : undefined
  })()
  return (
    <div className={styles.result}>
      <p className={styles.small}>{texts.opened(moment(auction.opensAt))}</p>
      {hero === undefined ? null : <p className={styles.hero}>{hero}</p>}
      {result === null ? null : (
        <dl className={styles.facts}>
          {(
            [
              [texts.lowest, BigInt(result.lowest)],
              [texts.highest, BigInt(result.highest)],
              [texts.average, divide(BigInt(result.amount), BigInt(result.lots) * SHARES_PER_LOT, 'half-up')],
            ] as const
          ).map(([label, price]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatPrice(price)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
