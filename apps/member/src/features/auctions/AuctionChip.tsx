import { StatusChip } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { type Auction, type Bid, countText, isWon } from './figures.ts'
import { auctionsTexts } from './texts/index.ts'

export const AuctionChip = ({ auction }: { readonly auction: Auction }) => {
  const texts = auctionsTexts.use()
  const moment = useMoment()
  const { state, isRemoved, mine } = auction
  if (state === 'void')
    return <StatusChip tone="crit">{isRemoved ? texts.removed : texts.states.void}</StatusChip>
  if (BigInt(mine.due) > 0n) return <StatusChip tone="warn">{texts.due}</StatusChip>
  if (state === 'not-started')
    return <StatusChip tone="warn">{texts.starts(moment(auction.startsAt))}</StatusChip>
  return <StatusChip tone={state === 'bidding' ? 'brand' : 'neutral'}>{texts.states[state]}</StatusChip>
}

const tones = {
  sealed: 'brand',
  cancelled: 'neutral',
  void: 'crit',
  invalid: 'crit',
  'not-won': 'neutral',
  'payment-due': 'warn',
  paid: 'brand',
  delivered: 'brand',
  forfeited: 'crit',
} as const

export const BidChip = ({ bid: { state, awarded } }: { readonly bid: Bid }) => {
  const texts = auctionsTexts.use()
  return (
    <StatusChip tone={tones[state]}>
      {isWon(state) ? texts.chips.won[state](texts.lots(countText(awarded))) : texts.chips[state]}
    </StatusChip>
  )
}
