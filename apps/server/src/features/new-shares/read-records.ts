import type { RecordView } from '@fairlot/contract/new-shares'
import type { DataOf } from '@fairlot/contract/routes'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showApplication } from './show.ts'
import { listApplications, sumApplications } from './store.ts'

const pageSize = 20

/** Refuses: `input.invalid`. */
export async function readRecords(
  db: Db,
  memberId: string,
  view: RecordView,
  before: string | undefined,
): Promise<Outcome<DataOf<'/new-shares/records'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  return inSnapshot(db, async (tx) => {
    const [rows, sums] = await Promise.all([
      listApplications(tx, memberId, view, cursor, pageSize + 1),
      sumApplications(tx, memberId),
    ])
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    return done({
      applications: page.map(showApplication),
      next: rows.length > pageSize && last ? cursorAfter({ sentAt: last.appliedAt, id: last.id }) : null,
      counts: { applications: sums.applications, draws: sums.draws, won: sums.won },
      expected: sums.expected,
      held: sums.held.toString(),
    })
  })
}
