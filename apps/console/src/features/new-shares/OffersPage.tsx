import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatPrice } from '@fairlot/money'
import { Empty, Note } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { type Offer, OfferChip } from './OfferChip.tsx'
import { OfferDetail } from './OfferDetail.tsx'
import { OfferPopup } from './OfferPopup.tsx'
import { offersTexts } from './texts/index.ts'
import type { OffersTexts } from './texts/tw.ts'
import styles from './Offers.module.css'

type Offers = ConsoleDataOf<'/new-shares/published'>

/** Offers with what comes next, proposals that wait, and the details of one. */
export function OffersPage() {
  const texts = offersTexts.use()
  const address = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-market')
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
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => setAdding(true)}>
            {texts.add}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <p className={styles.note}>{texts.note}</p>
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
  const { toReview } = useAddress()
  if (proposals.length === 0) return null
  return (
    <div className={styles.proposals}>
      {proposals.map(({ reviewId, number, by, symbol, name }) => (
        <Note key={reviewId} tone="warn">
          {symbol} {name[language]} · {texts.proposed} · {by}{' '}
          <ConsoleButton kind="text" small onPress={() => toReview('offer', reviewId)}>
            {number}
          </ConsoleButton>
        </Note>
      ))}
    </div>
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
