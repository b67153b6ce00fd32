// node main.ts record-drill backup|restore|failover ok|failed <seconds> [note]: records the last backup and the last
// drills for the console's system page. Run it at the end of each.

import { readAddress } from '@fairlot/process/config'
import { drillFrom, recordDrill } from '#features/status'
import { systemClock } from '#platform/clock'
import { WrongConfig } from '#platform/config'
import { openDb } from '#platform/db'

export async function recordDrillNow(args: readonly string[], say: (line: string) => void): Promise<void> {
  const drill = drillFrom(args)
  if (!drill) {
    throw new WrongConfig([
      {
        variable: '<drill>',
        problem: 'must be backup, restore or failover, then ok or failed, then seconds',
      },
    ])
  }
  const url = readAddress(process.env, 'DATABASE_OWNER_URL')
  const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-record-drill' })
  try {
    await recordDrill(db, drill, systemClock.now())
    say(`recorded: ${drill.kind} ${drill.ok ? 'ok' : 'failed'}`)
  } finally {
    await db.close()
  }
}
