// Two members with trades and a loan on their own database, and the helpers to build and check evidence there.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { entry, houseAccounts, lending, member, post } from '@fairlot/ledger'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import type { Builder } from '../../../apps/server/src/features/audit/index.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './open-db.ts'
import type { Tools } from '../../../packages/proof/src/index.ts'
import { startTestApi, type TestApi, type TestMember } from './start-test-api.ts'
import { testConfig } from './test-config.ts'
import { insertTrade, type TradedRow } from './traded-rows.ts'
import { asOwner } from './post-as-owner.ts'

/** The inputs of a browser's check. */
export const phoneTools: Tools = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async signed(publicKey, text, signature) {
    const spki = Buffer.from(publicKey, 'base64')
    const key = await crypto.subtle.importKey('spki', spki, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64'), Buffer.from(text))
  },
}

const script = fileURLToPath(new URL('../../../scripts/verify-evidence.mjs', import.meta.url))

export const harnessDate = '2026-11-17'

export interface EvidenceHarness {
  readonly database: TestDatabase
  readonly config: Config
  readonly api: TestApi
  readonly owner: pg.Client
  readonly worker: Db
  readonly reader: Db
  readonly ann: TestMember
  readonly bob: TestMember
  /** Events 10 to 19 are bought in turn, 20 is sold by Ann. The orders of 12, 16 and 20 are of before 0.2.0. */
  readonly fills: readonly TradedRow[]
  /** The public key of the platform. */
  readonly key: Buffer
  builder(now?: Date): Builder
  trade(who: TestMember, event: number): Promise<TradedRow>
  /** Runs scripts/verify-evidence.mjs on a file with this text. */
  standAlone(text: string): { readonly ok: boolean; readonly said: string }
  close(): Promise<void>
}

export async function openEvidenceHarness(): Promise<EvidenceHarness> {
  const database = await openTestDatabase()
  const config = testConfig(database)
  const api = await startTestApi({ database, config })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const worker = openDb({ url: database.workerUrl, poolSize: 4, applicationName: 'test' })
  const reader = openDb({ url: database.readerUrl, poolSize: 2, applicationName: 'test' })
  const key = config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-evidence-'))
  const ann = await api.member()
  const bob = await api.member()
  const trade = ({ memberId }: TestMember, event: number, side: 'buy' | 'sell' = 'buy') =>
    insertTrade(owner, { memberId, event, side, date: harnessDate, storesFirstSteps: event % 4 === 0 })
  const fills: TradedRow[] = []
  for (let event = 10; event < 20; event++) fills.push(await trade(event % 2 === 0 ? ann : bob, event))
  fills.push(await trade(ann, 20, 'sell'))
  await lend(owner, ann.memberId, 12_345_600n)
  return {
    database,
    config,
    api,
    owner,
    worker,
    reader,
    ann,
    bob,
    fills,
    key,
    builder: (now = new Date()) => ({ db: worker, secrets: config.secrets, now }),
    trade: (who, event) => trade(who, event),
    standAlone(text) {
      const file = join(folder, 'evidence.json')
      writeFileSync(file, text)
      const run = spawnSync(process.execPath, [script, file, '--key', key.toString('base64')], {
        encoding: 'utf8',
      })
      return { ok: run.status === 0, said: run.stdout + run.stderr }
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await Promise.all([owner.end(), worker.close(), reader.close(), api.stop()])
      await database.close()
    },
  }
}

/** A loan, so that there are debts. */
async function lend(owner: pg.Client, memberId: string, amount: bigint): Promise<void> {
  const account = member(memberId)
  await post(
    asOwner(owner),
    entry({ event: 'test.lent', reference: 'loan', key: `loan:${memberId}`, postedAt: new Date() })
      .move(amount, houseAccounts.capital('TWD'), lending.available('TWD'))
      .move(amount, lending.available('TWD'), account.available('TWD'))
      .move(amount, account.loan('TWD'), lending.lent('TWD'))
      .done(),
  )
}
