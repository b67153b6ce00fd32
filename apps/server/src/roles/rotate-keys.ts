// Converts everything that an older key has made to the current one. It runs beside the other processes: updates name
// the old value or lock the row, in small transactions, so it may be stopped and started again at any time.

import { countByPepper, resealRecoveryRequests, resealSeeds } from '#features/auth'
import { reindexAccounts } from '#features/bank-accounts'
import { countListingsByPepper } from '#features/block-trades'
import { countChannelsByPepper } from '#features/deposits'
import { reindexPersons } from '#features/identity'
import { countOperatorsByPepper, resealHalves, resealOperatorSeeds } from '#features/operators'
import { resealPayoutFiles } from '#features/withdrawals'
import type { Config } from '#platform/config'
import { type Db, openDb, type Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { rewrapSome } from '#platform/vault'

const batch = 100

export interface Rotated {
  readonly memberKeys: number
  readonly persons: number
  readonly bankAccounts: number
  readonly authenticators: number
  readonly operatorAuthenticators: number
  readonly enrolmentHalves: number
  readonly recoveryRequests: number
  readonly payoutFiles: number
}

export async function rotateKeys(db: Db, secrets: Secrets, now: () => Date): Promise<Rotated> {
  return {
    memberKeys: await untilNone(db, (tx) => rewrapSome(tx, secrets, batch, now())),
    persons: await untilNone(db, (tx) => reindexPersons(tx, secrets, batch)),
    bankAccounts: await untilNone(db, (tx) => reindexAccounts(tx, secrets, batch)),
    authenticators: await untilNone(db, (tx) => resealSeeds(tx, secrets, batch)),
    operatorAuthenticators: await untilNone(db, (tx) => resealOperatorSeeds(tx, secrets, batch)),
    enrolmentHalves: await untilNone(db, (tx) => resealHalves(tx, secrets, batch)),
    recoveryRequests: await untilNone(db, (tx) => resealRecoveryRequests(tx, secrets, batch)),
    payoutFiles: await untilNone(db, (tx) => resealPayoutFiles(tx, secrets, batch)),
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

/**
 * Passwords with older pepper keys. Only a plain password can be hashed again: a member's at the next sign-in, a
 * channel's when it gets another password, and a block listing's ends with its day. A key listed here must stay in the secrets file.
 */
export async function oldPeppers(db: Db, secrets: Secrets): Promise<ReadonlyMap<string, number>> {
  const [current] = secrets.keyIds('pepper')
  const counted = await Promise.all([
    countByPepper(db),
    countOperatorsByPepper(db),
    countChannelsByPepper(db),
    countListingsByPepper(db),
  ])
  const needed = new Map<string, number>()
  for (const { keyId, count } of counted.flat()) {
    if (keyId !== current) needed.set(keyId, (needed.get(keyId) ?? 0) + count)
  }
  return needed
}

/** The worker's database role has the rights this needs; the api's does not. */
export async function rotateKeysNow(config: Config, say: (line: string) => void): Promise<void> {
  const { secrets } = config
  const db = openDb({ url: config.databaseUrl, poolSize: 3, applicationName: 'fairlot-rotate-keys' })
  try {
    const done = await rotateKeys(db, secrets, () => new Date())
    say(`rewrapped ${done.memberKeys} member keys with vault.${secrets.sealingKeyId('vault')}`)
    const blind = `blind.${secrets.keyIds('blind')[0] ?? ''}`
    say(`reindexed ${done.persons} people and ${done.bankAccounts} bank accounts with ${blind}`)
    const sealed = done.authenticators + done.operatorAuthenticators
    say(
      `sealed ${sealed} authenticators, ${done.enrolmentHalves} halves of enrolment codes, ${done.recoveryRequests} requests for recovery and ${done.payoutFiles} payout files again with sealing.${secrets.sealingKeyId('sealing')}`,
    )
    say('older keys of vault, blind and sealing may be taken out of the secrets file')
    for (const [keyId, count] of await oldPeppers(db, secrets)) {
      say(`pepper.${keyId} must stay: ${count} passwords were made with it`)
    }
  } finally {
    await db.close()
  }
}
