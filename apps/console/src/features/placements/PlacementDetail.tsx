import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { useAddress } from '#kit/use-address.ts'
import { momentText } from '#shell/format.ts'
import type { Placement } from './placement.ts'
import { placementsTexts } from './texts/index.ts'

/** The terms, and the results so far. */
export function PlacementDetail({ placement }: { readonly placement: Placement }) {
  const all = placementsTexts.use()
  const texts = all.detail
  const language = useLanguage()
  const { toReview } = useAddress()
  const { minLots, maxLots } = placement
  return (
    <>
      <DetailHead
        meta={placement.symbol}
        title={placement.name[language]}
        sub={`${all.kinds[placement.kind]} · ${formatPrice(BigInt(placement.price))}`}
      />
      <DetailPart title={texts.terms}>
        <Facts
          items={[
            { key: 'seat', label: texts.seat, value: placement.seat[language] },
            { key: 'method', label: texts.method, value: all.methods[placement.method] },
            { key: 'lots', label: all.lots, value: placement.lots },
            {
              key: 'person',
              label: texts.perPerson,
              value: minLots === maxLots ? minLots : `${minLots}–${maxLots}`,
            },
            { key: 'opens', label: texts.opens, value: momentText(placement.opensAt) },
            { key: 'closes', label: texts.closes, value: momentText(placement.closesAt) },
            { key: 'draws', label: texts.draws, value: momentText(placement.drawsAt) },
            { key: 'delivers', label: texts.delivers, value: placement.settlesOn ?? placement.deliversOn },
          ]}
        />
        <ConsoleButton kind="text" small flush onPress={() => toReview('placement', placement.reviewId)}>
          {texts.review(placement.number)}
        </ConsoleButton>
      </DetailPart>
      <DetailPart title={texts.results}>
        <Facts
          items={[
            { key: 'applications', label: all.applications, value: placement.applications },
            { key: 'applied', label: all.applied, value: placement.appliedLots },
            { key: 'held', label: texts.held, value: formatMoney(placement.held) },
            { key: 'allotted', label: texts.allotted, value: placement.allottedLots },
            { key: 'cancelled', label: texts.cancelled, value: placement.cancelled },
            { key: 'void', label: texts.void, value: placement.void },
          ]}
        />
      </DetailPart>
    </>
  )
}
