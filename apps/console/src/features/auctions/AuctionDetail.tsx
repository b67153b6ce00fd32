import { formatMoney, formatPrice } from '@fairlot/money'
import { Note } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { ReasonPopup } from '#kit/proposal/ReasonPopup.tsx'
import { useAddress } from '#kit/use-address.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { type Auction, AuctionChip } from './AuctionChip.tsx'
import { auctionsTexts } from './texts/index.ts'
import type { AuctionsTexts } from './texts/tw.ts'

/** The terms, the number of bids and, once opened, the result. */
export function AuctionDetail({ auction }: { readonly auction: Auction }) {
  const { detail: texts } = auctionsTexts.use()
  const language = useLanguage()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const [removing, setRemoving] = useState(false)
  const { removal, state } = auction
  const canRemove = mayPropose && removal === null && (state === 'not-started' || state === 'bidding')
  return (
    <>
      <DetailHead
        meta={auction.symbol}
        title={auction.name[language]}
        sub={<AuctionChip auction={auction} />}
      />
      <DetailPart title={texts.terms}>
        <Facts items={termsOf(auction, texts)} />
        <ConsoleButton kind="text" small flush onPress={() => toReview('auction', auction.reviewId)}>
          {texts.review(auction.number)}
        </ConsoleButton>
      </DetailPart>
      <DetailPart title={texts.results}>
        <Facts items={resultsOf(auction, texts)} />
      </DetailPart>
      {removal === null ? null : <Note tone="warn">{texts.removing(removal.number, removal.by)}</Note>}
      {canRemove ? (
        <DetailFoot>
          <ConsoleButton kind="outline" onPress={() => setRemoving(true)}>
            {texts.remove}
          </ConsoleButton>
        </DetailFoot>
      ) : null}
      {removing ? <RemovalPopup auctionId={auction.auctionId} onClose={() => setRemoving(false)} /> : null}
    </>
  )
}

const termsOf = (auction: Auction, texts: AuctionsTexts['detail']) => [
  { key: 'each', label: texts.each, value: `${auction.minLots} – ${auction.maxLots}` },
  { key: 'cap', label: texts.cap, value: auction.capLots },
  { key: 'fee', label: texts.fee, value: formatMoney(auction.fee) },
  { key: 'deposit', label: texts.deposit, value: `${formatMoney(String(auction.deposit))}%` },
  { key: 'starts', label: texts.starts, value: momentText(auction.startsAt) },
  { key: 'closes', label: texts.closes, value: momentText(auction.closesAt) },
  { key: 'opens', label: texts.opens, value: momentText(auction.opensAt) },
  { key: 'round', label: texts.round, value: auction.round.toLocaleString('en-US') },
  { key: 'payBy', label: texts.payBy, value: momentText(auction.payBy) },
  { key: 'lists', label: texts.lists, value: auction.listsOn },
]

const resultsOf = ({ counts, result }: Auction, texts: AuctionsTexts['detail']) => [
  ...(result === null
    ? []
    : [
        {
          key: 'range',
          label: texts.range,
          value: `${formatPrice(BigInt(result.lowest))} – ${formatPrice(BigInt(result.highest))}`,
        },
        { key: 'awarded', label: texts.awarded, value: result.lots },
        { key: 'amount', label: texts.amount, value: formatMoney(result.amount) },
      ]),
  ...(['notWon', 'due', 'paid', 'delivered', 'forfeited', 'invalid', 'cancelled', 'void'] as const).map(
    (key) => ({
      key,
      label: texts[key],
      value: counts[key],
    }),
  ),
]

function RemovalPopup({ auctionId, onClose }: { readonly auctionId: string; readonly onClose: () => void }) {
  return (
    <ReasonPopup
      texts={auctionsTexts.use().removal}
      kind="auction-removal"
      onClose={onClose}
      onSent={() => refresh('/auctions/published')}
      onSend={(reason) => call('/auctions/proposeRemoval', { auctionId, reason })}
    />
  )
}
