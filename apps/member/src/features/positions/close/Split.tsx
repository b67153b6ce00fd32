// Which book the shares of a close go to, when not all of them are whole lots.

import { splitLots } from '@fairlot/rules/instruments'
import { useLanguage } from '@fairlot/app-shell/language'
import { minuteText, priceText } from '#features/market-data'
import type { TicketSource } from '#features/orders'
import { lotsText } from '../figures.ts'
import type { CloseDraft } from './draft.ts'
import { closeTexts } from './texts/index.ts'

interface Props {
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly className?: string | undefined
}

export const Split = ({ draft, source, className }: Props) => {
  const { split } = closeTexts.use()
  const language = useLanguage()
  const { whole, odd } = splitLots(draft.quantity)
  if (odd === 0 || draft.type === 'conditional') return null
  const { lower, state, oddHours } = source.facts
  const books =
    whole === 0
      ? state === 'closed' && oddHours?.kind === 'auction'
        ? split.auction(lotsText(odd, language), minuteText(oddHours.matchAt))
        : split.odd(lotsText(odd, language))
      : split.both(lotsText(whole, language), lotsText(odd, language))
  return (
    <p className={className}>
      {books}
      {draft.type === 'market' && lower !== null ? split.market(priceText(lower)) : null}
    </p>
  )
}
