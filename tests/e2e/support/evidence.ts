// Runs the worker's end-of-day job now, through the server's own use case: no test can wait for tomorrow.

import { readFileSync } from 'node:fs'
import { tradingDateAt } from '../../../packages/rules/src/calendar/index.ts'
import { buildAll } from '../../../apps/server/src/features/audit/index.ts'
import { readClosures } from '../../../apps/server/src/features/calendar/index.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { openSecrets, type SecretsFile } from '../../../apps/server/src/platform/secrets.ts'

export async function buildTrees(): Promise<void> {
  const { FAIRLOT_DATABASE_OWNER_URL: url, FAIRLOT_SECRETS_FILE: file } = process.env
  if (url === undefined || file === undefined) throw new Error('run through npm run e2e')
  const secrets = openSecrets(JSON.parse(readFileSync(file, 'utf8')) as SecretsFile)
  const db = openDb({ url, poolSize: 3, applicationName: 'e2e' })
  try {
    const now = new Date()
    await buildAll({ db, secrets, now }, tradingDateAt('practice', await readClosures(db), now.getTime()))
  } finally {
    await db.close()
  }
}
