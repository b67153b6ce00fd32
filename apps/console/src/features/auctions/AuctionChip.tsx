import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { StatusChip } from '@fairlot/ui'
import { auctionsTexts } from './texts/index.ts'

export type Auction = ConsoleDataOf<'/auctions/published'>['auctions'][number]

const tones = {
  'not-started': 'neutral',
  bidding: 'brand',
  closed: 'warn',
  opened: 'warn',
  cleared: 'warn',
  paying: 'warn',
  settled: 'neutral',
  listed: 'neutral',
  void: 'crit',
} as const

export function AuctionChip({ auction: { state, isRemoved } }: { readonly auction: Auction }) {
  const texts = auctionsTexts.use()
  return <StatusChip tone={tones[state]}>{isRemoved ? texts.removed : texts.states[state]}</StatusChip>
}
