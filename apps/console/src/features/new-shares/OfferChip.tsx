import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { StatusChip } from '@fairlot/ui'
import { offersTexts } from './texts/index.ts'

export type Offer = ConsoleDataOf<'/new-shares/published'>['offers'][number]

export function OfferChip({ offer: { state, stage, isRemoved } }: { readonly offer: Offer }) {
  const texts = offersTexts.use()
  if (stage !== null)
    return (
      <StatusChip tone={stage === 'void' ? 'crit' : stage === 'listed' ? 'neutral' : 'warn'}>
        {isRemoved ? texts.removed : texts.stages[stage]}
      </StatusChip>
    )
  return <StatusChip tone={state === 'subscribing' ? 'brand' : 'neutral'}>{texts.states[state]}</StatusChip>
}
