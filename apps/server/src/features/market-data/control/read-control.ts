import type { CalendarName } from '@fairlot/rules/calendar'
import { phasesOf } from '@fairlot/rules/calendar'
import { readSession } from '#features/calendar'
import { type OpenProposal, readOpenProposals } from '#features/operators'
import type { Db } from '#platform/db'
import { readBoard } from '../store.ts'
import { wholeMarket } from './halt-payload.ts'
import { readNamedHalts } from './store.ts'

type Named = Awaited<ReturnType<typeof readNamedHalts>>[number]

const haltOf = (halt: Named | undefined) =>
  halt ? { haltedAt: halt.haltedAt.toISOString(), reason: halt.reason, by: [...halt.by] } : null

const proposalOf = (open: OpenProposal | undefined) =>
  open
    ? {
        reviewId: open.reviewId,
        number: open.number,
        kind: open.kind === 'market-halt' ? ('market-halt' as const) : ('market-resume' as const),
        openedAt: open.openedAt.toISOString(),
        by: open.by,
      }
    : null

/** The session, and every security with the state members see. Halted ones come first. */
export async function readControl(db: Db, calendar: CalendarName, now: Date) {
  const [session, board, halts, proposals] = await Promise.all([
    readSession(db, calendar, now),
    readBoard(db),
    readNamedHalts(db),
    readOpenProposals(db, ['market-halt', 'market-resume']),
  ])
  const { date, phase, next } = session
  return {
    calendar,
    now: session.now,
    date,
    phase,
    phases: phasesOf(calendar, date).map((change) => ({ phase: change.phase, at: change.at })),
    next: { phase: next.phase, at: next.at },
    halt: haltOf(halts.find(({ symbol }) => symbol === null)),
    proposal: proposalOf(proposals.find(({ subject }) => subject === wholeMarket)),
    securities: board.map((row) => ({
      symbol: row.symbol,
      nameTw: row.nameTw,
      nameEn: row.nameEn,
      board: row.board,
      state: row.state,
      reason: row.reason,
      until: row.until,
      last: row.last,
      reference: row.reference,
      upper: row.upper,
      lower: row.lower,
      halt: haltOf(halts.find(({ symbol }) => symbol === row.symbol)),
      proposal: proposalOf(proposals.find(({ subject }) => subject === row.symbol)),
    })),
  }
}
