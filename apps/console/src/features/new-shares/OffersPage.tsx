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
import { type Offer, OfferChip } from './OfferChip.tsx'
import { OfferDetail } from './OfferDetail.tsx'
import { OfferPopup } from './OfferPopup.tsx'
import { offersTexts } from './texts/index.ts'
import type { OffersTexts } from './texts/tw.ts'

type Offers = ConsoleDataOf<'/new-shares/published'>

/** Offers with what comes next, proposals that wait, and the details of one. */
export function OffersPage() {
  const texts = offersTexts.use()
  const address = useAddress()
  const read = useRead('/new-shares/published', {}, { every: 15_000 })
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  const offer = read.data?.offers.find(({ offerId }) => offerId === address.get('id'))
  return (
    <ConsolePage
      pane={
        offer === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <OfferDetail key={offer.offerId} offer={offer} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <AddProposal onPress={() => setAdding(true)}>{texts.add}</AddProposal>
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {({ offers, proposals }) => (
          <>
            <Proposals proposals={proposals} />
            <ConsoleTable
              label={texts.label}
              rows={offers}
              keyOf={({ offerId }) => offerId}
              name={{ title: texts.symbol, of: ({ symbol }) => symbol }}
              here={offer?.offerId}
              onOpen={({ offerId }) => address.turn({ id: offerId })}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="ticket" />}
            />
          </>
        )}
      </Answered>
      {adding ? <OfferPopup onClose={() => setAdding(false)} /> : null}
    </ConsolePage>
  )
}

function Proposals({ proposals }: Pick<Offers, 'proposals'>) {
  const texts = offersTexts.use()
  const language = useLanguage()
  return (
    <WaitingProposals
      kind="offer"
      proposals={proposals.map(({ reviewId, number, by, symbol, name }) => ({
        reviewId,
        text: `${symbol} ${name[language]} · ${texts.proposed} · ${by}`,
        link: number,
      }))}
    />
  )
}

const useColumns = (): readonly ConsoleColumn<Offer>[] => {
  const texts = offersTexts.use()
  const language = useLanguage()
  return [
    { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
    { key: 'price', title: texts.price, right: true, cell: ({ price }) => formatPrice(BigInt(price)) },
    { key: 'lots', title: texts.lots, right: true, cell: ({ lots }) => lots.toLocaleString('en-US') },
    {
      key: 'applications',
      title: texts.applications,
      right: true,
      cell: ({ applications }) => applications.toLocaleString('en-US'),
    },
    { key: 'state', title: texts.state, cell: (offer) => <OfferChip offer={offer} /> },
    { key: 'next', title: texts.next, wide: true, cell: (offer) => nextOf(offer, texts.steps) },
  ]
}

function nextOf(offer: Offer, steps: OffersTexts['steps']): string {
  if (offer.state === 'not-started') return steps.announce(momentText(offer.announcesAt))
  if (offer.state === 'pending') return steps.open(momentText(offer.opensAt))
  if (offer.state === 'subscribing') return steps.close(momentText(offer.closesAt))
  if (offer.stage === 'waiting-draw' || offer.stage === 'applying')
    return steps.draw(momentText(offer.drawsAt))
  if (offer.stage === 'paying') return steps.pay(momentText(offer.payBy))
  return offer.stage === 'settled' ? steps.list(offer.listsOn) : '—'
}
