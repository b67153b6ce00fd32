// Orders that go to the venue as a block.

import { type Command, copyPoolAccount } from '@fairlot/contract/venue'
import type { OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'

/** A part of the limit orders leads a block of its own. By the id, so that the random sequence stays the same. */
export const isLed = ({ id, price, validity, replaces }: OrderDraft): boolean =>
  price !== null && validity === 'ROD' && replaces === null && Number.parseInt(id.slice(-2), 16) % 4 === 0

export function blockOf(command: Command, draft: OrderDraft): Command {
  if (command.kind !== 'place' || command.price === undefined) return command
  const { order, account, symbol, side, price, quantity, group } = command
  return {
    kind: 'block',
    block: `block-${order}`,
    account: copyPoolAccount,
    symbol,
    side,
    price,
    date: draft.date,
    ...(group !== undefined && { group }),
    from: 0,
    lines: [{ order, account, quantity }],
    last: true,
  }
}
