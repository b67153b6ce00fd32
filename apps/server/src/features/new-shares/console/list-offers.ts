import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { offerPayload } from '../offer-payload.ts'
import { showTerms } from '../show.ts'
import { readOffer } from '../store.ts'
import { type CountedOfferRow, listVoid, readCountedOffers } from './store.ts'

type Offers = ConsoleDataOf<'/new-shares/published'>

export const listOffers = (db: Db): Promise<Offers> =>
  inSnapshot(db, async (tx) => {
    const [rows, open] = await Promise.all([
      readCountedOffers(tx),
      readOpenProposals(tx, ['offer', 'offer-removal']),
    ])
    const proposals = open.map(({ reviewId, number, by, openedAt, ...review }) => ({
      ...review,
      shown: { reviewId, number, by, openedAt: openedAt.toISOString() },
    }))
    return {
      offers: rows.map((row) => {
        const removal = proposals.find(({ kind, subject }) => kind === 'offer-removal' && subject === row.id)
        return showCounted(row, removal?.shown ?? null)
      }),
      proposals: proposals
        .filter(({ kind }) => kind === 'offer')
        .map(({ payload, shown }) => {
          const { symbol, name, price, lots } = offerPayload.parse(payload)
          return { ...shown, symbol, name, price, lots }
        }),
    }
  })

const showCounted = (
  row: CountedOfferRow,
  removal: Offers['offers'][number]['removal'],
): Offers['offers'][number] => ({
  ...showTerms(row),
  reviewId: row.reviewId,
  number: row.number,
  counts: {
    due: row.due,
    paid: row.paid,
    delivered: row.delivered,
    unpaid: row.unpaid,
    notWon: row.notWon,
    cancelled: row.cancelled,
    void: row.void,
  },
  removal,
})

const pageSize = 50

/** Refuses: `request.not-found`, `input.invalid`. */
export async function listUnqualified(
  db: Db,
  offerId: string,
  after: string | undefined,
): Promise<ConsoleOutcome<ConsoleDataOf<'/new-shares/unqualified'>>> {
  const cursor = cursorFrom(after)
  if (cursor === undefined) return refuse('input.invalid', { field: 'after' })
  if (!(await readOffer(db, offerId))) return refuse('request.not-found')
  const rows = await listVoid(db, offerId, cursor, pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return done({
    applications: page.map((row) => ({
      applicationId: row.id,
      memberId: row.memberId,
      account: maskAccount(row.account),
      shares: row.shares,
      refunded: row.refunded.toString(),
      reason: row.reason,
      appliedAt: row.appliedAt.toISOString(),
      decidedAt: row.decidedAt.toISOString(),
    })),
    next: rows.length > pageSize && last ? cursorAfter({ sentAt: last.appliedAt, id: last.id }) : null,
  })
}
