import type { OfferView } from '@fairlot/contract/new-shares'
import type { DataOf } from '@fairlot/contract/routes'
import { balanceOf, member } from '@fairlot/ledger'
import { hasFundPassword } from '#features/auth'
import { identityStateOf } from '#features/identity'
import { inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NewSharesDeps } from './deps.ts'
import { showApplication, showOffer } from './show.ts'
import { listOffers, readOffer, readOwnOf } from './store.ts'

type Reading = Pick<NewSharesDeps, 'db' | 'money'>

export async function readOffers(
  { db, money }: Reading,
  memberId: string,
  view: OfferView,
): Promise<DataOf<'/new-shares/offers'>> {
  const rows = await listOffers(db, memberId, view)
  return {
    offers: rows.map((row) => {
      const { mineId, mineState, mineShares } = row
      const mine =
        mineId === null || mineState === null || mineShares === null
          ? null
          : { applicationId: mineId, state: mineState, shares: mineShares }
      return showOffer(row, money === 'practice', mine)
    }),
  }
}

/** Refuses: `stock.not-found`. */
export const readOneOffer = (
  { db, money }: Reading,
  memberId: string,
  offerId: string,
): Promise<Outcome<DataOf<'/new-shares/offer'>>> =>
  inSnapshot(db, async (tx) => {
    const row = await readOffer(tx, offerId)
    if (!row) return refuse('stock.not-found')
    const [own, hasPassword, identity, available] = await Promise.all([
      readOwnOf(tx, memberId, offerId),
      hasFundPassword(tx, memberId),
      identityStateOf(tx, memberId),
      balanceOf(tx, member(memberId).available('TWD')),
    ])
    const latest = own.find(({ state }) => state !== 'cancelled')
    const mine = latest ? { applicationId: latest.id, state: latest.state, shares: latest.shares } : null
    return done({
      offer: showOffer(row, money === 'practice', mine),
      applications: own.map(showApplication),
      hasFundPassword: hasPassword,
      isVerified: identity === 'verified',
      available: available.toString(),
    })
  })
