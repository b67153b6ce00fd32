// Day ends of a member's past, stored as the worker stores them.

import { upsertWealthDay } from '../../../apps/server/src/features/positions/profit/store.ts'
import { openDb } from '../../flows/support/open-db.ts'
import type { Member } from './member.ts'

type DayEnd = Parameters<typeof upsertWealthDay>[2]

export async function storeDayEnds(
  { memberId }: Member,
  days: readonly Pick<DayEnd, 'date' | 'total' | 'paidIn'>[],
): Promise<void> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    for (const day of days)
      await upsertWealthDay(db, memberId, {
        ...day,
        realised: day.total - day.paidIn,
        rebates: 0n,
        foreignCash: 0n,
        currency: 0n,
        holdings: 0n,
        unrealised: 0n,
        costs: 0n,
      })
  } finally {
    await db.close()
  }
}
