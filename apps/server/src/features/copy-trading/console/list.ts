import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { copyStates } from '@fairlot/contract/copy-trading'
import { maxCounted } from '@fairlot/contract/fund-requests'
import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { readProposals } from '#features/fund-requests'
import { countsFrom, showOwner, showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showProduct } from '../products/read-products.ts'
import { listProducts } from '../products/store.ts'
import { showCopy, showMentor } from '../show.ts'
import { readOpenMentors } from '../store.ts'
import { countCopies, countWaitingCopies, readConsoleCopies, readWaitingCopies } from './store.ts'

const pageSize = 50
const maxListed = 200

/** Refuses: `input.invalid`. */
export async function listConsoleCopies(
  db: Db,
  { state, after }: ConsoleBodyOf<'/copy-trading/copies'>,
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/copy-trading/copies'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  return db.transaction(async (tx) => {
    const rows =
      state === 'under-review'
        ? await readWaitingCopies(tx, place, pageSize + 1)
        : await readConsoleCopies(tx, state, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    return done({
      copies: page.map((row) => ({
        ...showCopy(row),
        member: showOwner(row),
        reviewId: row.reviewId,
        number: row.number,
        isSecond: row.isSecond,
      })),
      next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
      ...(await countWaitingCopies(tx, now)),
      counts: countsFrom(copyStates, await countCopies(tx, copyStates, maxCounted)),
    })
  })
}

export const listConsoleProducts = (db: Db, now: Date): Promise<ConsoleDataOf<'/copy-trading/listed'>> =>
  db.transaction(async (tx) => ({
    products: (await listProducts(tx, null, now, maxListed)).map((row) => ({
      ...showProduct(row, now),
      followers: row.followers,
    })),
    proposals: (await readProposals(tx, 'copy-product')).map(showProposal),
    mentors: (await readOpenMentors(tx, maxListed)).map(showMentor),
    maxTermDays: copyTradingRules.productTermMax.default,
  }))
