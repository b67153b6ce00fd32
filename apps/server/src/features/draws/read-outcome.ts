import type { VoidReason } from '@fairlot/contract/draws'
import type { Tx } from '#platform/db'
import { readOrder, readState } from './store.ts'

export type DrawOutcome =
  | { readonly state: 'open' | 'closed' | 'released' }
  | {
      readonly state: 'decided'
      /** The whole order; the first `places` win. */
      readonly order: readonly { readonly ticketId: string; readonly reference: string }[]
      readonly places: number
    }
  | { readonly state: 'void'; readonly reason: VoidReason }

/** For the feature whose draw it is, with the rights of the worker. After `void` all money goes back. */
export async function readOutcome(tx: Tx, drawId: string): Promise<DrawOutcome> {
  const draw = await readState(tx, drawId)
  switch (draw?.state) {
    case undefined:
      throw new Error(`draw ${drawId} does not exist`)
    case 'committed':
      return { state: 'open' }
    case 'decided':
      return { state: 'decided', order: await readOrder(tx, drawId), places: draw.places }
    case 'void':
      return { state: 'void', reason: draw.voidReason! }
    default:
      return { state: draw!.state }
  }
}
