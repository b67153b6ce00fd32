// The member's bids of all auctions: before their opening, won lots, and those that ended without lots.

import type { BidView } from '@fairlot/contract/auctions/states'
import { formatMoney } from '@fairlot/money'
import { Card, Empty, Link, LinkButton } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { auctionPath } from '#shell/paths.ts'
import { BidChip } from './AuctionChip.tsx'
import { type Bid, isWon, useBidChanges, useBidLine } from './figures.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

interface Props {
  readonly view: BidView
  /** Positions follow: an empty list needs no words. */
  readonly hasMore: boolean
}

export const OwnBids = ({ view, hasMore }: Props) => {
  const texts = auctionsTexts.use().tab
  const { nothing } = shellTexts.use()
  const read = usePaged('/auctions/bids', { view })
  useBidChanges()
  return (
    <Answered read={read}>
      {(pages) => {
        const bids = pages.flatMap((page) => page.bids)
        if (bids.length === 0 && hasMore) return null
        return bids.length === 0 ? (
          <Empty
            nothing={nothing}
            text={texts.none[view]}
            icon="ticket"
            action={<LinkButton href="/common/dividend2">{texts.browse}</LinkButton>}
          />
        ) : (
          <div className={styles.stack}>
            <ul className={styles.list}>
              {bids.map((bid) => (
                <li key={bid.bidId}>
                  <OwnBid bid={bid} />
                </li>
              ))}
            </ul>
            <MoreButton read={read}>{texts.older}</MoreButton>
          </div>
        )
      }}
    </Answered>
  )
}

const OwnBid = ({ bid }: { readonly bid: Bid }) => {
  const texts = auctionsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const line = useBidLine()
  const hidden = useHideAmounts()
  const money = (minor: string): string => (hidden ? '••••' : formatMoney(minor))
  const rest = ((): string => {
    if (bid.state === 'sealed') return texts.tab.opens(moment(bid.opensAt))
    if (bid.state === 'payment-due') return texts.tab.due(moment(bid.payBy), money(bid.due))
    return texts.tab.sent(moment(bid.sentAt))
  })()
  return (
    <Card pad>
      <Link href={auctionPath(bid.auctionId)} className={styles.ownBid}>
        <span className={styles.between}>
          <span>
            <b>{bid.name[language]}</b> <span className={styles.small}>{bid.symbol}</span>
          </span>
          <BidChip bid={bid} />
        </span>
        <span className={styles.between}>
          <span className="num">{line(bid)}</span>
          {BigInt(bid.held) > 0n ? (
            <span className={styles.small}>{texts.record.held(money(bid.held))}</span>
          ) : null}
        </span>
        <span className={styles.between}>
          <span className={styles.small}>{rest}</span>
          {isWon(bid.state) ? (
            <span className={styles.small}>{texts.tab.cost(money(bid.amount))}</span>
          ) : null}
        </span>
      </Link>
    </Card>
  )
}
