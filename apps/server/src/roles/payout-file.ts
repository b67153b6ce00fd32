// The payment file for a bank: what two operators have approved, decrypted from its sealed storage.

import { recordAudit } from '#features/audit'
import { readPayoutFile } from '#features/withdrawals'
import type { Config } from '#platform/config'
import { openDb } from '#platform/db'
import { newId } from '#platform/ids'

/** Returns false when there is no such batch. The opening is in the audit trail. */
export async function printPayoutFile(
  config: Config,
  batchId: string,
  print: (text: string) => void,
): Promise<boolean> {
  const db = openDb({ url: config.databaseUrl, poolSize: 1, applicationName: 'fairlot-payout-file' })
  try {
    const file = await db.transaction(async (tx) => {
      const found = await readPayoutFile(tx, config.secrets, batchId)
      if (found) {
        await recordAudit(tx, {
          action: 'withdrawals.payout-file-opened',
          actor: 'system',
          subject: `payout-batch:${batchId}`,
          details: { sha256: found.sha256 },
          requestId: newId(),
        })
      }
      return found
    })
    if (file) print(file.text)
    return file !== undefined
  } finally {
    await db.close()
  }
}
