import { type Entry, postMany } from '@fairlot/ledger'
import { taipeiDate } from '@fairlot/rules/calendar'
import { isSplit } from '@fairlot/rules/corporate-actions'
import type { Tx } from '#platform/db'
import type { WorkDeps } from '../deps.ts'
import { accrueEntry, payEntry } from '../postings.ts'
import type { ActionRow } from '../store.ts'
import { type DividendNotice, idsOf, notifyMembers } from './notify-members.ts'
import {
  accrueRows,
  deliverShares,
  type MovedShares,
  type Owing,
  payRows,
  paySeats,
  readPastEx,
  readUnaccrued,
  readUnpaid,
  takeUnnotified,
} from './store.ts'

const batch = 500

/**
 * Books what is due: to all entitled members from the ex-date on, paid from the payment date on. Each batch is one transaction, and a
 * crash between two leaves the rest for the next run. Returns how many entries it made.
 */
export async function bookDividends(deps: WorkDeps, now: Date): Promise<number> {
  let entries = 0
  for (const action of await readPastEx(deps.db)) {
    while ((await deps.db.transaction((tx) => notifyShares(tx, deps, action, now))) === batch);
    for (;;) {
      const count = await deps.db.transaction((tx) => accrueBatch(tx, deps, action, now))
      entries += count
      if (count < batch) break
    }
    if (action.paysOn > taipeiDate(now.getTime())) continue
    for (;;) {
      const count = await deps.db.transaction((tx) => deliverBatch(tx, deps, action, now))
      entries += count
      if (count < batch) break
    }
    // Before the last payment, which ends the action.
    entries += await deps.db.transaction((tx) => paySeats(tx, action.id, now))
    for (;;) {
      const { count, isEnded } = await deps.db.transaction((tx) => payBatch(tx, deps, action, now))
      entries += count
      if (isEnded || count === 0) break
    }
  }
  return entries
}

async function accrueBatch(tx: Tx, deps: WorkDeps, action: ActionRow, now: Date): Promise<number> {
  const rows = await readUnaccrued(tx, action.id, batch)
  if (rows.length === 0) return 0
  const entryIds = await postAll(tx, rows, (row) => accrueEntry(dividendOf(action, row), now))
  await accrueRows(tx, { actionId: action.id, memberIds: idsOf(rows), entryIds, at: now })
  await notifyMembers(tx, deps, { action, did: 'accrued', state: 'ex', at: now }, rows, (row) =>
    row.owed + row.owedSupplement > 0n
      ? { code: 'dividend.owed', params: { amount: (row.owed + row.owedSupplement).toString() } }
      : { code: 'dividend.accrued', params: { amount: (row.gross - row.withheld).toString() } },
  )
  return rows.length
}

async function payBatch(
  tx: Tx,
  deps: WorkDeps,
  action: ActionRow,
  now: Date,
): Promise<{ readonly count: number; readonly isEnded: boolean }> {
  const rows = await readUnpaid(tx, action.id, batch)
  const entryIds = await postAll(tx, rows, (row) => payEntry(dividendOf(action, row), now))
  const isEnded = await payRows(tx, { actionId: action.id, memberIds: idsOf(rows), entryIds, at: now })
  await notifyMembers(tx, deps, { action, did: 'paid', state: 'paid', at: now }, rows, (row) => ({
    code: 'dividend.paid',
    params: { amount: (row.gross - row.withheld).toString(), withheld: row.withheld.toString() },
  }))
  return { count: rows.length, isEnded }
}

const dividendOf = ({ id: actionId, paysOn }: ActionRow, row: Owing) => ({ actionId, paysOn, ...row })

async function postAll(
  tx: Tx,
  rows: readonly Owing[],
  entryOf: (row: Owing) => Entry,
): Promise<readonly string[]> {
  const posted = await postMany(tx, rows.map(entryOf))
  return posted.map((outcome, n) => {
    if (!outcome.ok)
      throw new Error(`the ledger refused the dividend of member ${rows[n]!.memberId} (${outcome.reason})`)
    return outcome.entryId
  })
}

async function notifyShares(tx: Tx, deps: WorkDeps, action: ActionRow, now: Date): Promise<number> {
  const rows = await takeUnnotified(tx, action.id, batch, now)
  await notifyMembers(tx, deps, { action, did: 'accrued', state: 'ex', at: now }, rows, (row) =>
    noticeOfShares(action, row),
  )
  return rows.length
}

function noticeOfShares(action: ActionRow, { newShares, owedShares, held }: MovedShares): DividendNotice {
  if (isSplit(action)) {
    const { splitTo: to, splitFrom: from } = action
    return { code: 'split.effective', params: { from, to, before: held, shares: held + newShares } }
  }
  return owedShares > 0
    ? { code: 'stock-dividend.owed', params: { shares: owedShares } }
    : { code: 'stock-dividend.due', params: { shares: newShares } }
}

async function deliverBatch(tx: Tx, deps: WorkDeps, action: ActionRow, now: Date): Promise<number> {
  const rows = await deliverShares(tx, action.id, batch, now)
  await notifyMembers(
    tx,
    deps,
    { action, did: 'delivered', state: 'delivered', at: now },
    rows,
    ({ shares }) => ({
      code: 'stock-dividend.arrived',
      params: { shares },
    }),
  )
  return rows.length
}
