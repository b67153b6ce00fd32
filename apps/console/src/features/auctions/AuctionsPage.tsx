import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatPrice } from '@fairlot/money'
import { Empty } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import { AddProposal } from '#kit/proposal/AddProposal.tsx'
import { WaitingProposals } from '#kit/proposal/WaitingProposals.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { type Auction, AuctionChip } from './AuctionChip.tsx'
import { AuctionDetail } from './AuctionDetail.tsx'
import { AuctionPopup } from './AuctionPopup.tsx'
import { auctionsTexts } from './texts/index.ts'
import type { AuctionsTexts } from './texts/tw.ts'

type Auctions = ConsoleDataOf<'/auctions/published'>

/** Auctions with what comes next, proposals that wait, and the details of one. */
export function AuctionsPage() {
  const texts = auctionsTexts.use()
  const address = useAddress()
  const read = useRead('/auctions/published', {}, { every: 15_000 })
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  const auction = read.data?.auctions.find(({ auctionId }) => auctionId === address.get('id'))
  return (
    <ConsolePage
      pane={
        auction === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <AuctionDetail key={auction.auctionId} auction={auction} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <AddProposal onPress={() => setAdding(true)}>{texts.add}</AddProposal>
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {({ auctions, proposals }) => (
          <>
            <Proposals proposals={proposals} />
            <ConsoleTable
              label={texts.label}
              rows={auctions}
              keyOf={({ auctionId }) => auctionId}
              name={{ title: texts.symbol, of: ({ symbol }) => symbol }}
              here={auction?.auctionId}
              onOpen={({ auctionId }) => address.turn({ id: auctionId })}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="ticket" />}
            />
          </>
        )}
      </Answered>
      {adding ? <AuctionPopup onClose={() => setAdding(false)} /> : null}
    </ConsolePage>
  )
}

function Proposals({ proposals }: Pick<Auctions, 'proposals'>) {
  const texts = auctionsTexts.use()
  const language = useLanguage()
  return (
    <WaitingProposals
      kind="auction"
      proposals={proposals.map(({ reviewId, number, by, symbol, name }) => ({
        reviewId,
        text: `${symbol} ${name[language]} · ${texts.proposed} · ${by}`,
        link: number,
      }))}
    />
  )
}

const useColumns = (): readonly ConsoleColumn<Auction>[] => {
  const texts = auctionsTexts.use()
  const language = useLanguage()
  return [
    { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
    {
      key: 'floor',
      title: texts.floor,
      right: true,
      cell: ({ floorPrice }) => formatPrice(BigInt(floorPrice)),
    },
    { key: 'lots', title: texts.lots, right: true, cell: ({ lots }) => lots.toLocaleString('en-US') },
    {
      key: 'bids',
      title: texts.bids,
      right: true,
      cell: ({ counts }) => counts.bids.toLocaleString('en-US'),
    },
    { key: 'state', title: texts.state, cell: (auction) => <AuctionChip auction={auction} /> },
    { key: 'next', title: texts.next, wide: true, cell: (auction) => nextOf(auction, texts.steps) },
  ]
}

function nextOf(auction: Auction, steps: AuctionsTexts['steps']): string {
  switch (auction.state) {
    case 'not-started':
      return steps.start(momentText(auction.startsAt))
    case 'bidding':
      return steps.close(momentText(auction.closesAt))
    case 'closed':
    case 'opened':
      return steps.open(momentText(auction.opensAt))
    case 'cleared':
    case 'paying':
      return steps.pay(momentText(auction.payBy))
    case 'settled':
      // Without a paid lot nothing is listed.
      return auction.counts.paid > 0 ? steps.list(auction.listsOn) : '—'
    case 'listed':
    case 'void':
      return '—'
  }
}
