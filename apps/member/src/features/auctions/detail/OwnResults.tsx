// The member's bids after the opening: what each of them won, what it costs, and what is left to pay.

import { Card, KeyValues, Section, TextLink } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { depositOf } from '@fairlot/rules/auctions'
import { useMoment } from '#shell/format.ts'
import { BidChip } from '../AuctionChip.tsx'
import { type Auction, type Bid, cash, countText, isWon, useBidLine } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import styles from '../Auctions.module.css'

interface Props {
  readonly auction: Auction
  readonly bids: readonly Bid[]
}

export const OwnResults = ({ auction, bids }: Props) => {
  const texts = auctionsTexts.use().own
  return (
    <>
      <Section title={texts.title} aside={<span className={styles.small}>{texts.each}</span>}>
        <Card pad>
          <ul className={styles.rows}>
            {bids.map((bid) => (
              <li key={bid.bidId}>
                <ResultRow bid={bid} />
              </li>
            ))}
          </ul>
        </Card>
      </Section>
      <Sums auction={auction} bids={bids} />
    </>
  )
}

/** The holding has the id of its bid. */
const holdingOf = ({ bidId }: Bid): string => `/position/positionDetail?id=${bidId}`

const ResultRow = ({ bid }: { readonly bid: Bid }) => {
  const { own, record, problems, voidReasons, states, invalid } = auctionsTexts.use()
  const moment = useMoment()
  const line = useBidLine()
  const released = record.released(formatMoney(bid.deposit))
  const [left, right] = ((): readonly [string, string] => {
    switch (bid.state) {
      case 'payment-due':
        return [own.pays(formatMoney(bid.amount), formatMoney(bid.held)), own.rest(formatMoney(bid.due))]
      case 'paid':
        return [record.paid, formatMoney(bid.amount)]
      case 'delivered':
        return [record.delivered(moment(bid.deliveredAt ?? bid.payBy)), formatMoney(bid.amount)]
      case 'forfeited':
        return [record.forfeited, '']
      case 'invalid':
        return [bid.problem === null ? released : invalid(problems[bid.problem], released), '']
      case 'void':
        return [bid.voidReason === null ? released : voidReasons[bid.voidReason], '']
      case 'sealed':
        return [states.cleared, '']
      default:
        return [released, '']
    }
  })()
  return (
    <>
      <div className={styles.between}>
        <h3>{line(bid)}</h3>
        <BidChip bid={bid} />
      </div>
      <p className={styles.between}>
        <span className={styles.small}>{left}</span>
        <span className={styles.figure}>{right}</span>
      </p>
      {bid.state === 'delivered' ? <TextLink href={holdingOf(bid)}>{record.seeShares}</TextLink> : null}
    </>
  )
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n)

/** The whole result in money. Hidden when nothing was won. */
const Sums = ({ auction, bids }: Props) => {
  const { sums } = auctionsTexts.use().own
  const moment = useMoment()
  const won = bids.filter(({ state }) => isWon(state))
  if (won.length === 0) return null
  const due = sum(won.map((bid) => BigInt(bid.due)))
  const amount = sum(won.map((bid) => BigInt(bid.amount)))
  const kept = (bid: Bid): bigint => depositOf(BigInt(bid.amount), auction.deposit)
  const released = sum(
    bids
      .filter(({ state }) => state !== 'cancelled' && state !== 'void')
      .map((bid) => BigInt(bid.deposit) - kept(bid)),
  )
  const charged = bids.filter(({ state }) => state !== 'void')
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'amount', label: sums.amount, value: formatMoney(amount) },
          { key: 'kept', label: sums.kept, value: formatMoney(-sum(won.map(kept))) },
          {
            key: 'due',
            label: due > 0n ? sums.due(moment(auction.payBy)) : sums.paid,
            value: cash(due > 0n ? due : amount - sum(won.map(kept))),
            sum: true,
          },
          { key: 'released', label: sums.released, value: formatMoney(released, { plus: true }) },
          {
            key: 'fee',
            label: sums.fee(formatMoney(auction.fee), countText(charged.length)),
            value: formatMoney(sum(charged.map((bid) => BigInt(bid.fee)))),
          },
        ]}
      />
    </Card>
  )
}
