// The opened book, highest price first, and the check that this phone computes the same result.

import { auctionSteps } from '@fairlot/proof'
import { Button, Card, Evidence, Note } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { Checks } from '#features/audit'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { type Auction, countText } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import { type AuctionCheck, useAuctionCheck } from './use-auction-check.ts'
import styles from '../Auctions.module.css'

interface Props {
  readonly auction: Auction
  readonly ownBids: readonly string[]
}

export const Opened = ({ auction, ownBids }: Props) => (
  <>
    <Book auction={auction} ownBids={ownBids} />
    <CheckCard auction={auction} />
  </>
)

const shownMax = 30

/** The highest bids of the first page; the check reads them all. */
const Book = ({ auction, ownBids }: Props) => {
  const all = auctionsTexts.use()
  const texts = all.book
  const { data } = useRead('/auctions/book', { auctionId: auction.auctionId, from: 0 }, { quiet: true })
  if (data === undefined) return null
  const ranked = data.bids
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank!)
    .slice(0, shownMax)
  return (
    <Card pad as="section" className={styles.bid}>
      <div className={styles.between}>
        <h3>{texts.title}</h3>
        <span className={styles.small}>
          {texts.sum(countText(auction.bids), all.lots(countText(auction.result?.lots ?? 0)))}
        </span>
      </div>
      <table className={styles.book}>
        <caption className="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.price}</th>
            <th scope="col">{texts.lots}</th>
            <th scope="col">{texts.got}</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map(({ bidId, opened, awarded }) => {
            const isOwn = ownBids.includes(bidId)
            return (
              <tr key={bidId} className={isOwn ? styles.own : undefined}>
                <th scope="row">
                  {formatPrice(BigInt(opened?.price ?? 0))} {isOwn ? texts.yours : ''}
                </th>
                <td>{countText(opened?.lots ?? 0)}</td>
                <td>{countText(awarded)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

type Standing = keyof ReturnType<typeof auctionsTexts.now>['check']['standing']

function standingOf(check: AuctionCheck): Standing {
  if (check.state !== 'done') return check.state
  const found = Object.values(check.verdict)
  return found.includes('wrong') ? 'wrong' : found.includes('unknown') ? 'partly' : 'right'
}

const CheckCard = ({ auction }: { readonly auction: Auction }) => {
  const texts = auctionsTexts.use().check
  const moment = useMoment()
  const { check, run } = useAuctionCheck(auction.auctionId)
  const standing = standingOf(check)
  const values = {
    terms: moment(auction.startsAt),
    list: moment(auction.closesAt),
    beacon: countText(auction.round),
    bids: countText(auction.bids),
    result: countText(auction.result?.lots ?? 0),
  }
  return (
    <Evidence
      title={texts.title}
      verdict={texts.standing[standing]}
      tone={standing === 'wrong' || standing === 'failed' ? 'crit' : 'ok'}
    >
      {check.state === 'done' ? (
        <>
          <Checks
            rows={auctionSteps.map((step) => ({
              key: step,
              ...texts.steps[step],
              verdict: check.verdict[step],
              value: values[step],
            }))}
          />
          <p className={styles.small}>
            {texts.took(countText(check.book.bids.length), (check.ms / 1_000).toFixed(1))}
          </p>
        </>
      ) : (
        <p className={styles.small}>{texts.text}</p>
      )}
      {standing === 'wrong' ? <Note tone="crit">{texts.wrong}</Note> : null}
      <Button kind="quiet" wide loading={check.state === 'running'} onPress={run}>
        {check.state === 'done' ? texts.again : texts.run}
      </Button>
    </Evidence>
  )
}
