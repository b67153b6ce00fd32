// node main.ts build-trees [date]: builds now the trees that a worker would build after the day.

import { tradingDateAt } from '@fairlot/rules/calendar'
import { buildAll } from '#features/audit'
import { readClosures } from '#features/calendar'
import { type Config, WrongConfig } from '#platform/config'
import { openDb } from '#platform/db'

export async function buildTreesNow(
  config: Config,
  date: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date)) {
    throw new WrongConfig([{ variable: '[date]', problem: 'is not like 2026-11-17' }])
  }
  const db = openDb({ url: config.databaseUrl, poolSize: 2, applicationName: 'fairlot-build-trees' })
  try {
    const now = new Date()
    const day = date ?? tradingDateAt(config.calendar, await readClosures(db), now.getTime())
    const built = await buildAll({ db, secrets: config.secrets, now }, day)
    for (const { kind, asset, part, leaves, root } of built) {
      say(`${day} ${kind}${asset === '' ? '' : ` ${asset}`}, part ${part}: ${leaves} leaves, root ${root}`)
    }
    if (built.length === 0) say(`${day}: nothing new`)
  } finally {
    await db.close()
  }
}
