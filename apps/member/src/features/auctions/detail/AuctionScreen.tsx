// One auction: its terms, who can read a bid, the member's own bids, and after the opening the book and its check.

import { ActionBar, Button, Card, LinkButton, Note, Section, SkeletonRows } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { AuctionChip } from '../AuctionChip.tsx'
import { BidCard } from '../BidCard.tsx'
import { type Auction, countText, type Detail, isCleared, rateText, useBidChanges } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import styles from '../Auctions.module.css'

const BidSheet = lazy(() => import('../bid/BidSheet.tsx').then((file) => ({ default: file.BidSheet })))
const Opened = lazy(() => import('./Opened.tsx').then((file) => ({ default: file.Opened })))
const PayBar = lazy(() => import('./PayBar.tsx').then((file) => ({ default: file.PayBar })))

export const AuctionScreen = () => {
  useBidChanges()
  const auctionId = useSearch().get('id') ?? ''
  const read = useRead('/auctions/detail', { auctionId }, { every: 15_000 })
  const [bidding, setBidding] = useState(false)
  const { data } = read
  const isOpen = data?.auction.state === 'bidding'
  return (
    <RouteScreen
      footer={
        isOpen ? (
          <BidBar detail={data} onBid={() => setBidding(true)} />
        ) : data !== undefined && BigInt(data.auction.mine.due) > 0n ? (
          <Suspense>
            <PayBar detail={data} />
          </Suspense>
        ) : undefined
      }
    >
      <Answered read={read}>{(detail) => <AuctionDetail detail={detail} />}</Answered>
      <Suspense>
        {bidding && isOpen ? <BidSheet detail={data} onClose={() => setBidding(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}

const BidBar = ({ detail, onBid }: { readonly detail: Detail; readonly onBid: () => void }) => {
  const texts = auctionsTexts.use()
  return (
    <ActionBar>
      {detail.isVerified ? (
        <Button wide onPress={onBid}>
          {texts.bid}
        </Button>
      ) : (
        <LinkButton wide href="/user/bandCard">
          {texts.detail.verify}
        </LinkButton>
      )}
    </ActionBar>
  )
}

const AuctionDetail = ({ detail }: { readonly detail: Detail }) => {
  const { auction, bids } = detail
  const all = auctionsTexts.use()
  const language = useLanguage()
  const { loading } = shellTexts.use()
  const texts = all.detail
  const practice = auction.isPractice ? <p className={styles.small}>{all.practice}</p> : null
  const title = (
    <h2 className={styles.title}>
      {auction.name[language]} <span className={styles.small}>{auction.symbol}</span>
    </h2>
  )
  if (isCleared(auction))
    return (
      <div className={styles.stack}>
        {title}
        <Suspense fallback={<SkeletonRows label={loading} />}>
          <Opened detail={detail} />
        </Suspense>
        <Facts auction={auction} />
        {practice}
      </div>
    )
  return (
    <div className={styles.stack}>
      {title}
      <div className={styles.top}>
        <p className={styles.floor}>
          <span className={styles.small}>{all.floor}</span>
          <b className="num">{formatPrice(BigInt(auction.floorPrice))}</b>
        </p>
        <AuctionChip auction={auction} />
      </div>
      {auction.state === 'void' ? (
        <Note tone="crit">{auction.isRemoved ? texts.removedText : texts.voidText}</Note>
      ) : null}
      {bids.length === 0 ? null : (
        <Section title={all.own.title}>
          <div className={styles.list}>
            {bids.map((bid) => (
              <BidCard key={bid.bidId} bid={bid} />
            ))}
          </div>
        </Section>
      )}
      <Facts auction={auction} />
      <Card pad as="section" className={styles.bid}>
        <h3>{texts.seal}</h3>
        <p className={styles.text}>{texts.sealText}</p>
        {auction.isPractice ? <p className={styles.small}>{texts.practiceSeal}</p> : null}
      </Card>
      {practice}
    </div>
  )
}

const Facts = ({ auction }: { readonly auction: Auction }) => {
  const all = auctionsTexts.use()
  const texts = all.detail
  const moment = useMoment()
  const day = useDay()
  const lots = (count: number): string => all.lots(countText(count))
  const facts = [
    [all.offered, lots(auction.lots)],
    ...(isCleared(auction) ? [[all.floor, formatPrice(BigInt(auction.floorPrice))] as const] : []),
    [texts.bids, texts.count(countText(auction.bids))],
    [texts.cap, lots(auction.capLots)],
    [texts.each, texts.range(countText(auction.minLots), countText(auction.maxLots))],
    [all.sheet.deposit(''), rateText(auction.deposit)],
    [all.sheet.fee, formatMoney(auction.fee)],
    [all.closes, moment(auction.closesAt)],
    [all.opens, moment(auction.opensAt)],
    [texts.payBy, moment(auction.payBy)],
    [texts.listed, day(auction.listsOn)],
    [texts.round, countText(auction.round)],
  ] as const
  return (
    <Card pad as="section">
      <h2 className="visually-hidden">{texts.facts}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
