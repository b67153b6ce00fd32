import { randomBytes } from 'node:crypto'
import { type SignedText, ticketIdOf, ticketReceiptText } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import type { DrawDeps } from '../deps.ts'
import { sha256 } from '../hash.ts'
import { signText } from '../sign-text.ts'
import { readState } from '../store.ts'
import { deleteTicket, findTicket, insertTicket } from './store.ts'

/** `text` is what the signature covers. */
export type SignedReceipt = SignedText & { readonly text: string }

export interface IssuedTicket {
  readonly ticketId: string
  readonly salt: string
  readonly receipt: SignedReceipt
}

export const receiptOf = (
  { secrets }: Pick<DrawDeps, 'secrets'>,
  drawId: string,
  ticketId: string,
  issuedAt: Date,
): SignedReceipt => {
  const text = ticketReceiptText(drawId, ticketId, issuedAt.toISOString())
  return { text, ...signText(secrets, text) }
}

/**
 * A ticket for an application, in its transaction. The same application gets the same ticket again. Throws after the
 * close: the caller refuses late applications before.
 */
export async function issueTicket(
  tx: Tx,
  deps: Pick<DrawDeps, 'secrets'>,
  asked: { readonly drawId: string; readonly memberId: string; readonly reference: string },
  now: Date,
): Promise<IssuedTicket> {
  const { drawId, memberId, reference } = asked
  const known = await findTicket(tx, drawId, reference)
  if (known) {
    if (known.memberId !== memberId) throw new Error(`application ${reference} belongs to another member`)
    const { ticketId, salt, issuedAt } = known
    return { ticketId, salt, receipt: receiptOf(deps, drawId, ticketId, issuedAt) }
  }
  await refuseUnlessOpen(tx, drawId, now)
  const salt = randomBytes(32).toString('hex')
  const ticketId = await ticketIdOf(sha256, { drawId, reference, salt })
  await insertTicket(tx, { drawId, ticketId, memberId, reference, salt, issuedAt: now })
  return { ticketId, salt, receipt: receiptOf(deps, drawId, ticketId, now) }
}

/** Before the close only, in the transaction that cancels the application. Throws after the close. */
export async function withdrawTicket(
  tx: Tx,
  { drawId, reference }: { readonly drawId: string; readonly reference: string },
  now: Date,
): Promise<void> {
  await refuseUnlessOpen(tx, drawId, now)
  await deleteTicket(tx, drawId, reference)
}

/** Takes out a person who may not take part, until the list is closed: the database refuses it afterwards. */
export async function removeTicket(
  tx: Tx,
  { drawId, reference }: { readonly drawId: string; readonly reference: string },
): Promise<void> {
  await deleteTicket(tx, drawId, reference)
}

/** The database refuses by the state; the time of the close may be a moment earlier. */
async function refuseUnlessOpen(tx: Tx, drawId: string, now: Date): Promise<void> {
  const draw = await readState(tx, drawId)
  if (draw?.state !== 'committed' || now >= draw.closesAt)
    throw new Error(`draw ${drawId}: its tickets ended at ${draw?.closesAt.toISOString()}`)
}
