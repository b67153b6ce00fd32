import { Card, LinkButton } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useMoment } from '#shell/format.ts'
import { auctionPath } from '#shell/paths.ts'
import { AuctionChip } from './AuctionChip.tsx'
import { type Auction, countText, isCleared, rateText, shareText } from './figures.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

export const AuctionCard = ({ auction }: { readonly auction: Auction }) => {
  const texts = auctionsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const lots = (count: number): string => texts.lots(countText(count))
  const canBid = auction.state === 'bidding'
  const { mine } = auction
  const isDue = BigInt(mine.due) > 0n
  return (
    <Card pad as="section" className={styles.auction}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h2>
            {auction.name[language]} <AuctionChip auction={auction} />
          </h2>
          <p className={styles.small}>
            {auction.symbol} · {auction.industry[language]}
          </p>
        </div>
        <p className={styles.price}>
          <span className="num">{formatPrice(BigInt(auction.floorPrice))}</span>
          <span className={styles.small}>{texts.floor}</span>
        </p>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.offered}</dt>
          <dd>{lots(auction.lots)}</dd>
        </div>
        <div>
          <dt>{texts.closes}</dt>
          <dd>{moment(auction.closesAt)}</dd>
        </div>
        <div>
          <dt>{texts.opens}</dt>
          <dd>{moment(auction.opensAt)}</dd>
        </div>
      </dl>
      <div className={styles.bottom}>
        <p className={styles.two}>
          {mine.awarded > 0 && auction.result !== null ? (
            <span>
              {isDue
                ? texts.wonDue(lots(mine.awarded), formatMoney(mine.due))
                : texts.won(lots(mine.awarded))}
            </span>
          ) : (
            <span>
              {mine.bids > 0
                ? texts.mine(mine.bids)
                : texts.perPerson(lots(auction.capLots), shareText(auction))}
            </span>
          )}
          <span className={styles.small}>
            {isDue
              ? texts.before(moment(auction.payBy))
              : texts.terms(rateText(auction.deposit), formatMoney(auction.fee))}
          </span>
        </p>
        <LinkButton small kind={canBid ? 'primary' : 'quiet'} href={auctionPath(auction.auctionId)}>
          {canBid ? texts.bid : isCleared(auction) ? texts.seeResult : texts.see}
          <span className="visually-hidden"> {auction.name[language]}</span>
        </LinkButton>
      </div>
    </Card>
  )
}
