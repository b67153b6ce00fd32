import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { DrawTerms } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { countTickets } from './count-tickets.ts'
import type { DrawRow } from './store.ts'

type Detail = ConsoleDataOf<'/draws/ceremony'>['draw']
type Summary = ConsoleDataOf<'/draws/ceremonies'>['draws'][number]

/** The deciding round; before the release, the one that counts if it happened now. */
function decidingRound(row: DrawRow, now: Date): { readonly round: number; readonly at: Date } {
  const isLate = row.releaseRound === null ? now >= row.releaseBy : row.releaseRound === row.fallbackRound
  return isLate ? { round: row.fallbackRound, at: row.fallbackAt } : { round: row.round, at: row.roundAt }
}

export async function showSummary(tx: Tx, row: DrawRow, now: Date): Promise<Summary> {
  const { round, at } = decidingRound(row, now)
  return {
    drawId: row.drawId,
    kind: row.kind,
    subjectId: row.subjectId,
    title: row.title,
    state: row.state,
    places: row.places,
    tickets: await countTickets(tx, row, now),
    announcedAt: row.announcedAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    roundAt: at.toISOString(),
    round,
    isPractice: (JSON.parse(row.terms) as DrawTerms).beacon.name === 'practice',
  }
}

export const showDraw = async (tx: Tx, row: DrawRow, now: Date): Promise<Detail> => ({
  ...(await showSummary(tx, row, now)),
  terms: row.terms,
  termsHash: row.termsHash,
  commitment: row.commitment,
  announcement: { keyId: row.keyId, publicKey: row.publicKey, signature: row.signature },
  releaseBy: row.releaseBy.toISOString(),
  fallbackRound: row.fallbackRound,
  fallbackAt: row.fallbackAt.toISOString(),
  fallbackReleaseBy: row.fallbackReleaseBy.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  root: row.root,
  release: row.secret === null ? null : { releasedAt: row.releasedAt!.toISOString(), secret: row.secret },
  beacon:
    row.beaconSignature === null
      ? null
      : { round: row.releaseRound!, signature: row.beaconSignature, randomness: row.randomness! },
  seed: row.seed,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  void: row.voidReason === null ? null : { at: row.voidAt!.toISOString(), reason: row.voidReason },
})
