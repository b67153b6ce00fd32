import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { StatusChip } from '@fairlot/ui'
import { corporateActionsTexts } from './texts/index.ts'

export type Dividend = ConsoleDataOf<'/corporate-actions/published'>['actions'][number]

const tones = { announced: 'brand', ex: 'warn', paid: 'neutral', cancelled: 'crit' } as const

export function DividendChip({ dividend: { state } }: { readonly dividend: Dividend }) {
  const texts = corporateActionsTexts.use()
  return <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>
}
