// Operator actions, executed through the server's own use case. The console will replace this.

import { setRestriction } from '../../../apps/server/src/features/members/index.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { withRequestId } from '../../../apps/server/src/platform/request-scope.ts'
import type { Member } from './member.ts'

type Order = Parameters<typeof setRestriction>[1]

export async function restrict(
  { memberId }: Member,
  kind: Order['kind'],
  reason: Order['reason'],
): Promise<void> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  const requestId = newId()
  try {
    const outcome = await withRequestId(requestId, () =>
      db.transaction((tx) =>
        setRestriction(tx, {
          memberId,
          kind,
          reason,
          operators: ['op-101', 'op-102'],
          now: new Date(),
          requestId,
        }),
      ),
    )
    if (!outcome.ok) throw new Error(`not restricted: ${outcome.msg}`)
  } finally {
    await db.close()
  }
}
