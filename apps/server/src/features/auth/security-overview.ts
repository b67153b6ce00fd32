import { lives } from '@fairlot/rules/auth'
import type { AuthDeps } from './deps.ts'
import { hasDeviceKey, readFactorCounts } from './factors/store.ts'
import { readCredential, readFundCredential } from './passwords/store.ts'
import { readOpenSessions } from './sessions/store.ts'
import { whoIs, type SignedIn } from './signed-in.ts'

export async function securityOverview({ db }: AuthDeps, context: SignedIn) {
  const { memberId, deviceId, now } = await whoIs(db, context)
  const credential = await readCredential(db, memberId)
  if (!credential) throw new Error('the member of this session has no password')
  const coolDown = credential.withdrawalCoolDownUntil
  const open = await readOpenSessions(db, memberId, now, new Date(now.getTime() - lives.sessionIdleMs))
  return {
    passwordChangedAt: credential.changedAt.toISOString(),
    fundPasswordSet: (await readFundCredential(db, memberId)) !== undefined,
    ...(await readFactorCounts(db, memberId)),
    deviceKey: await hasDeviceKey(db, memberId, deviceId),
    sessions: open.length,
    withdrawalCoolDownUntil: coolDown !== null && coolDown > now ? coolDown.toISOString() : null,
  }
}
