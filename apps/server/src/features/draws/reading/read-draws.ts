import { ticketsPerPage } from '@fairlot/contract/draws'
import type { BodyOf } from '@fairlot/contract'
import { readDrawProof, readDrawRoot } from '#features/audit'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { receiptOf } from '../tickets/issue-ticket.ts'
import { readTicketsOf } from '../tickets/store.ts'
import { showDraw, showSummary } from './show-draw.ts'
import { readDraw, readDraws, readRankPage, readTicketPage } from './store.ts'

const pageSize = 30

export const listDraws = (db: Db, { before }: BodyOf<'/draws/list'>, now: Date) =>
  inSnapshot(db, async (tx) => {
    const rows = await readDraws(tx, before ?? null, pageSize + 1)
    const page = rows.slice(0, pageSize)
    return done({
      draws: await Promise.all(page.map((row) => showSummary(tx, row, now))),
      next: rows.length > pageSize ? page.at(-1)!.drawId : null,
    })
  })

/** Refuses: `draw.not-found`. */
export const readPublicDraw = (db: Db, drawId: string, now: Date) =>
  inSnapshot(db, async (tx) => {
    const row = await readDraw(tx, drawId)
    if (!row) return refuse('draw.not-found')
    return done({ draw: await showDraw(tx, row, now), list: (await readDrawRoot(tx, drawId)) ?? null })
  })

/** Refuses: `draw.not-found`, also while the list is open: it is published at the close. */
export async function readList(db: Db, { drawId, from }: BodyOf<'/draws/tickets'>) {
  const row = await readDraw(db, drawId)
  if (!row || row.tickets === null) return refuse('draw.not-found')
  const [tickets, order] = await Promise.all([
    readTicketPage(db, drawId, from, ticketsPerPage),
    readRankPage(db, drawId, from, ticketsPerPage),
  ])
  const next = from + ticketsPerPage
  return done({ tickets, order: [...order], next: next < row.tickets ? next : null })
}

export interface DrawMember {
  readonly drawId: string
  readonly memberId: string
}

/** A member's tickets with receipt, place in the list and place in the order. For the screens of the draw's feature too. */
export async function readTickets(
  tx: Tx,
  { secrets }: { readonly secrets: Secrets },
  { drawId, memberId }: DrawMember,
) {
  const tickets = []
  for (const { ticketId, reference, salt, issuedAt, rank } of await readTicketsOf(tx, drawId, memberId)) {
    const { text: _text, ...receipt } = receiptOf({ secrets }, drawId, ticketId, issuedAt)
    tickets.push({
      ticketId,
      reference,
      salt,
      issuedAt: issuedAt.toISOString(),
      receipt,
      proof: (await readDrawProof(tx, drawId, ticketId)) ?? null,
      rank,
    })
  }
  return tickets
}

/** Refuses: `draw.not-found`. */
export const readMine = (db: Db, deps: { readonly secrets: Secrets }, of: DrawMember) =>
  inSnapshot(db, async (tx) => {
    if (!(await readDraw(tx, of.drawId))) return refuse('draw.not-found')
    return done({ tickets: await readTickets(tx, deps, of) })
  })
