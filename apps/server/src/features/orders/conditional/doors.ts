// The ways out of a waiting conditional order into the book, and back. What they do with orders is intake's; here is
// what they need of it.

import type { RefusalCode } from '@fairlot/contract'
import type { Tx } from '#platform/db'

export interface LegOrder {
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly quantity: number
  /** Always for the rest of the day. */
  readonly price: number
  readonly now: Date
}

export interface OrderDoors {
  /** Takes the order with its hold and its command, in this transaction. Answers the refusal, if any. */
  close(tx: Tx, order: LegOrder): Promise<RefusalCode | undefined>
  /** One `replace` command: `replaces` ends and this enters in its stead, or neither. */
  replace(tx: Tx, order: LegOrder & { readonly replaces: string }): Promise<RefusalCode | undefined>
  askCancel(tx: Tx, orderId: string, now: Date): Promise<void>
}
