import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import { showDraw, showSummary } from './show-draw.ts'
import { readDraw, readDraws, readReleaseVotes, readSample, readSpread } from './store.ts'

const listed = 100
const parts = 60

export const listForConsole = (db: Db, now: Date) =>
  inSnapshot(db, async (tx) => {
    const rows = await readDraws(tx, null, listed)
    return done({ draws: await Promise.all(rows.map((row) => showSummary(tx, row, now))) })
  })

/** Refuses: `draw.not-found`. */
export const readCeremony = (db: Db, drawId: string, now: Date) =>
  inSnapshot(db, async (tx) => {
    const row = await readDraw(tx, drawId)
    if (!row) return refuse('draw.not-found')
    const proposal = (await readOpenProposals(tx, ['draw-release'])).find(({ subject }) => subject === drawId)
    const votes = row.releaseReview === null ? [] : await readReleaseVotes(tx, row.releaseReview)
    const tickets = row.state === 'decided' ? row.tickets! : 0
    const last = Math.min(row.places, tickets)
    return done({
      draw: await showDraw(tx, row, now),
      proposal: proposal
        ? {
            reviewId: proposal.reviewId,
            number: proposal.number,
            by: proposal.by,
            openedAt: proposal.openedAt.toISOString(),
          }
        : null,
      release:
        votes.length === 0
          ? null
          : {
              number: votes[0]!.number,
              votes: votes.map(({ by, at }) => ({ by, at: at.toISOString() })),
            },
      sample: tickets > 0 ? [...(await readSample(tx, drawId, [1, 2, 3, last, last + 1]))] : [],
      spread: tickets > 0 ? [...(await readSpread(tx, { ...row, tickets }, Math.min(parts, tickets)))] : [],
    })
  })
