// An enrolment code in two halves, one for each approver. The new operator types both, in any order.

import { hashRecoveryCode, newRecoveryCode } from '#platform/credentials/recovery-code'
import type { Db, Tx } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { recordAudit } from '#features/audit'
import { listHalvesSealedBefore, replaceHalf, takeHalfRow } from './store.ts'

const halfLength = 12

/** 60 random bits. */
export const newHalf = (): string => newRecoveryCode().slice(0, halfLength + 1)

export const halfPlace = (operatorId: string): string => `operator-half:${operatorId}`

/** From one code as the command prints it, or from two halves in any order. */
export function hashHalves(typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
  return hashRecoveryCode([plain.slice(0, halfLength), plain.slice(halfLength)].toSorted().join(''))
}

type SignedIn = RequestContext & { readonly caller: OperatorCaller }

/** Refuses with operator.half-taken. */
export function takeHalf(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  operatorId: string,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<{ half: string }>> {
  return db.transaction(async (tx) => {
    const sealed = await takeHalfRow(tx, operatorId, caller, now)
    if (sealed === null) return refuse('operator.half-taken')
    await recordAudit(tx, {
      action: 'operators.half-taken',
      actor: `operator:${caller.operatorId}`,
      subject: `operator:${operatorId}`,
      details: {},
      requestId,
    })
    return done({ half: secrets.open(halfPlace(operatorId), sealed).toString() })
  })
}

/** Seals halves again that an older key has sealed. Answers how many; 0 when none is left. One read meanwhile stays gone. */
export async function resealHalves(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const rows = await listHalvesSealedBefore(tx, secrets.sealingKeyId('sealing'), limit)
  for (const half of rows) {
    const place = halfPlace(half.operatorId)
    await replaceHalf(tx, half, secrets.seal(place, secrets.open(place, half.sealed)))
  }
  return rows.length
}
