// Notices sent through the server's own use cases: to one member as features do, to every member as an approved review
// does.

import { randomUUID } from 'node:crypto'
import { publishNotice, sendNotice } from '../../../apps/server/src/features/notices/index.ts'
import { type Db, openDb } from '../../flows/support/open-db.ts'
import type { Member } from './member.ts'

async function withDb<Result>(run: (db: Db) => Promise<Result>): Promise<Result> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

type Sent = Parameters<typeof sendNotice>[1]

export const notify = (
  { memberId }: Member,
  code: Sent['code'],
  params: Sent['params'] = {},
  at = new Date(),
): Promise<void> => withDb((db) => db.transaction((tx) => sendNotice(tx, { memberId, code, params, at })))

/** Dated days ago: it is older than every other test's member, so it does not count as new for them. */
export const publish = (
  texts: Parameters<typeof publishNotice>[1]['texts'],
  daysAgo: number,
): Promise<void> =>
  withDb((db) =>
    db.transaction((tx) =>
      publishNotice(tx, {
        noticeId: randomUUID(),
        texts,
        path: null,
        at: new Date(Date.now() - daysAgo * 86_400_000),
      }),
    ),
  )
