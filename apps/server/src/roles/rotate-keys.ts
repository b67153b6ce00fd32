// Brings everything an older key has made under the current one. It runs beside the others: what it replaces is named by its
// old value, in small transactions, so it may be stopped and started again at any time.

import { resealSeeds } from '#features/auth'
import { reindexPersons } from '#features/identity'
import type { Config } from '#platform/config'
import { type Db, openDb, type Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { rewrapSome } from '#platform/vault'

const batch = 100

export interface Rotated {
  readonly memberKeys: number
  readonly persons: number
  readonly authenticators: number
}

export async function rotateKeys(db: Db, secrets: Secrets, now: () => Date): Promise<Rotated> {
  return {
    memberKeys: await untilNone(db, (tx) => rewrapSome(tx, secrets, batch, now())),
    persons: await untilNone(db, (tx) => reindexPersons(tx, secrets, batch)),
    authenticators: await untilNone(db, (tx) => resealSeeds(tx, secrets, batch)),
  }
}

async function untilNone(db: Db, some: (tx: Tx) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const did = await db.transaction(some)
    if (did === 0) return total
    total += did
  }
}

/** The worker's database role has the rights this needs, and the api's has not. */
export async function rotateKeysNow(config: Config, say: (line: string) => void): Promise<void> {
  const db = openDb({ url: config.databaseUrl, poolSize: 2, applicationName: 'fairlot-rotate-keys' })
  try {
    const { memberKeys, persons, authenticators } = await rotateKeys(db, config.secrets, () => new Date())
    say(`wrapped ${memberKeys} member keys anew with ${config.secrets.sealingKeyId('vault')}`)
    say(`indexed ${persons} people anew with ${config.secrets.keyIds('blind')[0] ?? ''}`)
    say(`sealed ${authenticators} authenticators anew with ${config.secrets.sealingKeyId('sealing')}`)
    say('older keys may be taken out of the secrets file')
  } finally {
    await db.close()
  }
}
