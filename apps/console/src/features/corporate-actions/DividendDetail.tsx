import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { ReasonPopup } from '#kit/proposal/ReasonPopup.tsx'
import { useAddress } from '#kit/use-address.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { type Dividend, DividendChip } from './DividendChip.tsx'
import { termsText } from './terms.ts'
import { corporateActionsTexts } from './texts/index.ts'
import type { CorporateActionsTexts } from './texts/tw.ts'

/** The terms, what was booked, and the cancellation until the ex-date. */
export function DividendDetail({ dividend }: { readonly dividend: Dividend }) {
  const texts = corporateActionsTexts.use()
  const language = useLanguage()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const [asking, setAsking] = useState(false)
  const { actionId, symbol, name, state, cancelling, reviewId, number } = dividend
  return (
    <>
      <DetailHead meta={symbol} title={name[language]} sub={<DividendChip dividend={dividend} />} />
      <DetailPart title={texts.detail.terms}>
        <Facts items={termsOf(dividend, texts)} />
        <ConsoleButton kind="text" small flush onPress={() => toReview('corporate-actions', reviewId)}>
          {texts.detail.review(number)}
        </ConsoleButton>
      </DetailPart>
      {state === 'ex' || state === 'paid' ? (
        <DetailPart title={texts.detail.booked}>
          <Facts items={bookedOf(dividend, texts)} />
        </DetailPart>
      ) : null}
      {cancelling === null ? null : <OpenProposal kind="dividend-cancel" proposal={cancelling} />}
      {mayPropose && state === 'announced' && cancelling === null ? (
        <DetailFoot>
          <ConsoleButton kind="outline" onPress={() => setAsking(true)}>
            {texts.detail.cancel}
          </ConsoleButton>
        </DetailFoot>
      ) : null}
      {asking ? <CancelPopup actionId={actionId} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

const termsOf = (dividend: Dividend, texts: CorporateActionsTexts) => [
  { key: 'cash', label: texts.cash, value: termsText(dividend, texts) },
  { key: 'ex', label: texts.exOn, value: dividend.exOn },
  { key: 'pays', label: texts.paysOn, value: dividend.paysOn },
  { key: 'announced', label: texts.detail.announced, value: momentText(dividend.announcedAt) },
  ...(dividend.cancelledAt === null
    ? []
    : [{ key: 'cancelled', label: texts.detail.cancelled, value: momentText(dividend.cancelledAt) }]),
]

const bookedOf = (
  { holders, gross, withheld, owed, paid, newShares, deliveredShares }: Dividend,
  texts: CorporateActionsTexts,
) => [
  { key: 'holders', label: texts.holders, value: holders.toLocaleString('en-US') },
  { key: 'shares', label: texts.newShares, value: newShares.toLocaleString('en-US') },
  { key: 'delivered', label: texts.deliveredShares, value: deliveredShares.toLocaleString('en-US') },
  { key: 'gross', label: texts.gross, value: formatMoney(gross) },
  { key: 'withheld', label: texts.withheld, value: formatMoney(withheld) },
  { key: 'owed', label: texts.owed, value: formatMoney(owed) },
  { key: 'paid', label: texts.paid, value: formatMoney(paid) },
]

function CancelPopup({ actionId, onClose }: { readonly actionId: string; readonly onClose: () => void }) {
  return (
    <ReasonPopup
      texts={corporateActionsTexts.use().cancel}
      kind="dividend-cancel"
      onClose={onClose}
      onSent={() => refresh('/corporate-actions/published')}
      onSend={(reason) => call('/corporate-actions/proposeCancel', { actionId, reason })}
    />
  )
}
