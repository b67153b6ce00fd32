import { StatusChip } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { lotsText, type Offer } from './offer-figures.ts'
import { newSharesTexts } from './texts/index.ts'

/** The member's own state first, then the offer's. */
export const OfferChip = ({ offer }: { readonly offer: Offer }) => {
  const texts = newSharesTexts.use()
  const moment = useMoment()
  const { state, stage, mine, isRemoved } = offer
  if (isRemoved) return <StatusChip tone="crit">{texts.removed}</StatusChip>
  if (stage === 'void') return <StatusChip tone="crit">{texts.stages.void}</StatusChip>
  if (mine !== null && mine.state === 'waiting')
    return <StatusChip>{texts.applied(lotsText(mine.shares, texts.lots))}</StatusChip>
  if (mine !== null) return <OwnChip state={mine.state} />
  if (state === 'not-started' || state === 'pending')
    return <StatusChip tone="warn">{texts.opens(moment(offer.opensAt))}</StatusChip>
  if (state === 'subscribing') return <StatusChip tone="brand">{texts.states.subscribing}</StatusChip>
  return <StatusChip>{texts.stages[stage ?? 'settled']}</StatusChip>
}

const tones = {
  waiting: 'brand',
  won: 'warn',
  'payment-due': 'warn',
  paid: 'neutral',
  delivered: 'brand',
  unpaid: 'crit',
  'not-won': 'neutral',
  cancelled: 'neutral',
  void: 'crit',
} as const

export const OwnChip = ({ state }: { readonly state: keyof typeof tones }) => (
  <StatusChip tone={tones[state]}>{newSharesTexts.use().own[state]}</StatusChip>
)
