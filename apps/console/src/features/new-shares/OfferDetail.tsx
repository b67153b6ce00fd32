import { formatMoney, formatPrice } from '@fairlot/money'
import { Note } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { LoadMore } from '#kit/LoadMore.tsx'
import { ReasonPopup } from '#kit/proposal/ReasonPopup.tsx'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { type Offer, OfferChip } from './OfferChip.tsx'
import { offersTexts } from './texts/index.ts'
import type { OffersTexts } from './texts/tw.ts'

/** The terms, the results so far and the applications that did not qualify. */
export function OfferDetail({ offer }: { readonly offer: Offer }) {
  const { detail: texts } = offersTexts.use()
  const language = useLanguage()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const [removing, setRemoving] = useState(false)
  const { removal } = offer
  const canRemove = mayPropose && removal === null && offer.stage === null
  return (
    <>
      <DetailHead meta={offer.symbol} title={offer.name[language]} sub={<OfferChip offer={offer} />} />
      <DetailPart title={texts.terms}>
        <Facts items={termsOf(offer, texts)} />
        <ConsoleButton kind="text" small flush onPress={() => toReview('offer', offer.reviewId)}>
          {texts.review(offer.number)}
        </ConsoleButton>
      </DetailPart>
      <DetailPart title={texts.results}>
        <Facts items={resultsOf(offer, texts)} />
      </DetailPart>
      <Unqualified offerId={offer.offerId} />
      {removal === null ? null : <Note tone="warn">{texts.removing(removal.number, removal.by)}</Note>}
      {canRemove ? (
        <DetailFoot>
          <ConsoleButton kind="outline" onPress={() => setRemoving(true)}>
            {texts.remove}
          </ConsoleButton>
        </DetailFoot>
      ) : null}
      {removing ? <RemovalPopup offerId={offer.offerId} onClose={() => setRemoving(false)} /> : null}
    </>
  )
}

const ratio = (hundredths: number | null): string =>
  hundredths === null ? '—' : formatPrice(BigInt(hundredths))

const termsOf = (offer: Offer, texts: OffersTexts['detail']) => [
  { key: 'each', label: texts.each, value: offer.minShares },
  { key: 'person', label: texts.perPerson, value: offer.maxPerMember },
  { key: 'mode', label: texts.mode, value: texts.modes[offer.paymentMode] },
  { key: 'fee', label: texts.fee, value: formatMoney(offer.fee) },
  { key: 'pe', label: texts.pe, value: `${ratio(offer.pe)} / ${ratio(offer.industryPe)}` },
  { key: 'announces', label: texts.announces, value: momentText(offer.announcesAt) },
  { key: 'opens', label: texts.opens, value: momentText(offer.opensAt) },
  { key: 'closes', label: texts.closes, value: momentText(offer.closesAt) },
  { key: 'draws', label: texts.draws, value: momentText(offer.drawsAt) },
  { key: 'payBy', label: texts.payBy, value: momentText(offer.payBy) },
  { key: 'issues', label: texts.issues, value: offer.issuesOn },
  { key: 'lists', label: texts.lists, value: offer.listsOn },
]

const resultsOf = ({ places, counts }: Offer, texts: OffersTexts['detail']) => [
  { key: 'places', label: texts.places, value: places },
  ...(['due', 'paid', 'delivered', 'unpaid', 'notWon', 'cancelled', 'void'] as const).map((key) => ({
    key,
    label: texts[key],
    value: counts[key],
  })),
]

function Unqualified({ offerId }: { readonly offerId: string }) {
  const { detail: texts } = offersTexts.use()
  const read = usePages('/new-shares/unqualified', { offerId })
  return (
    <DetailPart title={texts.unqualified}>
      <Answered read={read}>
        {(pages) => (
          <ConsoleTable
            label={texts.unqualified}
            rows={pages.flatMap(({ applications }) => applications)}
            keyOf={({ applicationId }) => applicationId}
            name={{ title: texts.member, of: ({ account }) => account }}
            columns={[
              { key: 'reason', title: texts.reason, cell: ({ reason }) => texts.reasons[reason] },
              {
                key: 'refunded',
                title: texts.refunded,
                right: true,
                cell: ({ refunded }) => formatMoney(refunded),
              },
              { key: 'at', title: texts.at, cell: ({ decidedAt }) => momentText(decidedAt) },
            ]}
            empty={<p>{texts.unqualifiedNone}</p>}
          />
        )}
      </Answered>
      <LoadMore read={read} />
    </DetailPart>
  )
}

function RemovalPopup({ offerId, onClose }: { readonly offerId: string; readonly onClose: () => void }) {
  return (
    <ReasonPopup
      texts={offersTexts.use().removal}
      kind="offer-removal"
      onClose={onClose}
      onSent={() => refresh('/new-shares/published')}
      onSend={(reason) => call('/new-shares/proposeRemoval', { offerId, reason })}
    />
  )
}
