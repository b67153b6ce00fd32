// Every key is changed while members upload, read, sign in and are verified: nothing becomes unreadable, no person can
// register twice, no two members share a bank account, and afterwards the old keys are needed only for the passwords
// hashed with them.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { newRecoveryCode } from '../../apps/server/src/platform/credentials/recovery-code.ts'
import { identityReviews, openIdentityField } from '../../apps/server/src/features/identity/index.ts'
import { readPayoutFile } from '../../apps/server/src/features/withdrawals/index.ts'
import { takeUpload } from '../../apps/server/src/features/uploads/index.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './support/open-db.ts'
import {
  makeSecretsFile,
  openSecrets,
  type Secrets,
  type SecretsFile,
} from '../../apps/server/src/platform/secrets.ts'
import { oldPeppers, rotateKeys, type Rotated } from '../../apps/server/src/roles/rotate-keys.ts'
import { picture, upload } from './support/pictures.ts'
import { signInAgain, startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testEnvironment } from './support/test-config.ts'
import { openDeciding } from './support/two-operators.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-rotation-'))
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const purposes = ['xsrf', 'pepper', 'sealing', 'vault', 'blind'] as const

/**
 * The steps of a change: every process knows the new key before it is used, then it is current, then the old one is
 * removed. A pepper stays as long as a password hash uses it: only the member's sign-in can rehash it.
 */
function turned(
  file: SecretsFile,
  fresh: Record<string, string>,
  step: 'known' | 'current' | 'alone',
): SecretsFile {
  const ring = (purpose: (typeof purposes)[number]) => ({
    current: step === 'known' ? 'k1' : 'k2',
    keys: {
      ...(step === 'alone' && purpose !== 'pepper' ? {} : file[purpose].keys),
      k2: fresh[purpose]!,
    },
  })
  return { ...file, ...Object.fromEntries(purposes.map((purpose) => [purpose, ring(purpose)])) }
}

async function startWith(file: SecretsFile, name: string): Promise<TestApi> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(file), { mode: 0o600 })
  const environment = { SECRETS_FILE: path, FILES_FOLDER: join(folder, 'files'), RATE_LIMIT_FACTOR: '1000' }
  const config = readConfig(testEnvironment(database, environment))
  return startTestApi({ database, config })
}

const fundPassword = '258036'
const addCard = (member: TestMember, number: string) =>
  member.client.call(
    '/bank-accounts/add',
    {
      currency: 'TWD',
      holder: 'Mary Chen',
      number,
      bankCode: '808',
      branch: '松江分行',
      branchCode: '0015',
      fundPassword,
    },
    { key: true },
  )

const half = 'A1B2C3-D4E5F6'
const seeds = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU'] as const
const payouts = 'reference,bank_code\nW1,808\n'
const statement = 'I lost the phone with the authenticator on a train.'

/** Other values sealed with the sealing key, written as their features write them. */
async function sealMore(owner: pg.Client, secrets: Secrets, memberId: string, operatorId: string) {
  const batchId = randomUUID()
  const seal = (table: string, owner: string, seed: string) =>
    secrets.seal(`app.${table}|sealed_seed|${owner}`, seed)
  await owner.query(
    `INSERT INTO app.authenticators (member_id, sealed_seed, last_step, confirmed_at) VALUES ($1, $2, 1, now())`,
    [memberId, seal('authenticators', memberId, seeds[0])],
  )
  await owner.query(
    `INSERT INTO app.operator_authenticators (operator_id, sealed_seed, last_step, confirmed_at)
     VALUES ($1, $2, 1, now())`,
    [operatorId, seal('operator_authenticators', operatorId, seeds[1])],
  )
  await owner.query(
    `INSERT INTO app.enrolment_halves (operator_id, approver_id, sealed) VALUES ($1, $1, $2)`,
    [operatorId, secrets.seal(`operator-half:${operatorId}`, half)],
  )
  // Payouts need a clean run of reconciliation.
  await owner.query(`SELECT app.run_reconciliation('minute', now())`)
  await owner.query(
    `INSERT INTO app.payout_batches (id, bank_day, currency, payouts, total, file, sha256, review_id, sent_at)
     VALUES ($1, '2026-11-16', 'TWD', 1, 100, $2, $3, $4, now())`,
    [
      batchId,
      secrets.seal(`payout_batches|file|${batchId}`, payouts),
      createHash('sha256').update(payouts).digest('hex'),
      randomUUID(),
    ],
  )
  return batchId
}

async function openAll(worker: Db, owner: pg.Client, secrets: Secrets, batchId: string) {
  const { rows } = await owner.query<{ place: string; sealed: string }>(
    `SELECT 'app.authenticators|sealed_seed|' || member_id AS place, sealed_seed AS sealed FROM app.authenticators
     UNION ALL
     SELECT 'app.operator_authenticators|sealed_seed|' || operator_id, sealed_seed FROM app.operator_authenticators
     UNION ALL SELECT 'app.recovery_requests|statement|' || id, statement FROM app.recovery_requests
     UNION ALL SELECT 'app.recovery_requests|contact|' || id, contact FROM app.recovery_requests
     UNION ALL SELECT 'operator-half:' || operator_id, sealed FROM app.enrolment_halves`,
  )
  const file = await readPayoutFile(worker, secrets, batchId)
  return [...rows.map(({ place, sealed }) => secrets.open(place, sealed).toString()), file!.text].toSorted()
}

test('rotating every key under load keeps all data readable', { timeout: 120_000 }, async () => {
  const first = makeSecretsFile()
  const fresh = Object.fromEntries(purposes.map((purpose) => [purpose, randomBytes(32).toString('base64')]))
  const before = await startWith(turned(first, fresh, 'known'), 'known.json')
  // A worker that does not know the new key yet.
  const kind = identityReviews({
    secrets: openSecrets(first),
    bus: before.api.runtime.bus,
    subjects: subjectsOf(before.config.natsNamespace),
  })
  const deciding = await openDeciding(database, [kind])

  interface UploadedFile {
    readonly member: TestMember
    readonly fileId: string
  }
  const uploaded: UploadedFile[] = []
  const addFile = async (api: TestApi): Promise<void> => {
    const member = await api.member()
    const fileId = await upload(member.client, await picture('jpeg', 620, 400))
    await api.db.transaction((tx) => takeUpload(tx, member.memberId, fileId, 'deposit-receipt'))
    uploaded.push({ member, fileId })
  }
  const submit = async (member: TestMember, number: string) =>
    member.client.call(
      '/identity/submit',
      {
        document: 'passport',
        name: 'Mary Chen',
        number,
        birthDate: '1988-08-08',
        front: await upload(member.client),
      },
      { key: true },
    )
  for (let count = 0; count < 12; count++) await addFile(before)
  const known = await before.member()
  expect((await submit(known, 'EB1000001')).http).toBe(200)
  await deciding.approve('identity', known.memberId)
  const waiting = await before.member()
  expect((await submit(waiting, 'EB1000001')).body.msg).toBe('identity.duplicate')
  const other = await before.member()
  expect((await submit(other, 'EB1000002')).http).toBe(200)
  await deciding.approve('identity', other.memberId)
  for (const { client, password } of [known, other]) {
    const asked = { fundPassword, confirmPassword: fundPassword, loginPassword: password }
    expect((await client.call('/auth/setFundPassword', asked)).http).toBe(200)
  }
  // One account from before the new key was known: its only index is under the old one.
  expect((await addCard(known, '98765432108842')).http).toBe(200)
  const { owner } = deciding
  await owner.query(`DELETE FROM directory.bank_accounts WHERE kept_under = 'k2'`)
  const { recoveryId } = (await before.client().call('/auth/beginRecovery', { account: known.account })).body
    .data
  const asked = await before
    .client()
    .call(
      '/auth/requestRecoveryReview',
      { recoveryId, contact: '0912 345 678', statement, key: newRecoveryCode() },
      { key: true },
    )
  expect(asked.http).toBe(200)
  const { operatorId } = deciding.operators[0]!
  const batchId = await sealMore(owner, openSecrets(first), known.memberId, operatorId)

  // One process before the change and one after it, as in a rolling restart, with the command running beside both.
  const after = await startWith(turned(first, fresh, 'current'), 'current.json')
  const worker = openDb({ url: database.workerUrl, poolSize: 3, applicationName: 'rotate' })
  const everything = await openAll(worker, owner, after.config.secrets, batchId)
  expect(everything).toEqual([...seeds, half, statement, payouts, '0912 345 678'].toSorted())
  // Refused by the index of the old key; nothing of the refused request may stay under the new one.
  expect((await addCard(other, '98765432108842')).body.msg).toBe('card.exists')
  expect(await worker.query('SELECT kept_under FROM directory.bank_accounts')).toEqual([{ kept_under: 'k1' }])
  let isRotating = true
  const failures: string[] = []
  let reads = 0
  const load = [before, after].map(async (api) => {
    while (isRotating) {
      await addFile(api)
      for (const { member, fileId } of uploaded.slice(-6)) {
        const answer = await member.client.fetch('/uploads/readFile', { fileId })
        const isWhole =
          answer.status === 200 &&
          (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width === 620
        if (!isWhole) failures.push(`${fileId}: ${answer.status}`)
        reads += 1
      }
    }
  })
  const rotated: Record<string, number> = {}
  for (let round = 0; round < 4; round++) {
    const did: Rotated = await rotateKeys(worker, after.config.secrets, () => new Date())
    for (const [name, count] of Object.entries(did)) rotated[name] = (rotated[name] ?? 0) + count
    await addFile(before)
  }
  isRotating = false
  await Promise.all(load)
  expect(failures).toEqual([])
  expect(rotated['memberKeys']).toBeGreaterThanOrEqual(13)
  expect(rotated).toMatchObject({
    persons: 2,
    bankAccounts: 1,
    authenticators: 1,
    operatorAuthenticators: 1,
    enrolmentHalves: 1,
    recoveryRequests: 1,
    payoutFiles: 1,
  })
  expect(reads).toBeGreaterThan(10)
  // Both processes refuse the same person while both keys are known.
  for (const api of [before, after]) {
    expect((await submit(await api.member(), 'EB1000001')).body.msg).toBe('identity.duplicate')
  }
  expect((await addCard(other, '98765432108842')).body.msg).toBe('card.exists')
  await before.stop()
  // The last run finds what the old process wrapped last; after that nothing is left.
  await rotateKeys(worker, after.config.secrets, () => new Date())
  const idle = await rotateKeys(worker, after.config.secrets, () => new Date())
  expect(Object.values(idle).filter((count) => count > 0)).toEqual([])
  await after.stop()

  // The old keys are gone: everything still decrypts, and every person is still unique.
  const alone = turned(first, fresh, 'alone')
  const last = await startWith(alone, 'alone.json')
  const secrets = openSecrets(alone)
  for (const { member, fileId } of uploaded) {
    const [row] = await worker.query<{ key: string }>(
      'SELECT master_key_id AS key FROM app.member_keys WHERE member_id = $1',
      [member.memberId],
    )
    expect([fileId, row!.key]).toEqual([fileId, 'k2'])
  }
  const { readFileOf } = await import('../../apps/server/src/features/uploads/index.ts')
  const { openFiles } = await import('../../apps/server/src/platform/files.ts')
  const files = openFiles(last.config.files)
  for (const { member, fileId } of uploaded) {
    const file = await readFileOf({ secrets, files }, worker, member.memberId, fileId)
    expect((await sharp(file!.bytes).metadata()).width).toBe(620)
  }
  expect(await openIdentityField(worker, secrets, known.memberId, 'id-number')).toBe('EB1000001')
  expect((await submit(await last.member(), 'EB1000001')).body.msg).toBe('identity.duplicate')
  await rotateKeys(worker, secrets, () => new Date())
  expect(await worker.query('SELECT DISTINCT key_id FROM directory.persons')).toEqual([{ key_id: 'k2' }])
  expect(await worker.query('SELECT DISTINCT kept_under FROM directory.bank_accounts')).toEqual([
    { kept_under: 'k2' },
  ])
  expect(await openAll(worker, owner, secrets, batchId)).toEqual(everything)
  // A password is rehashed at its owner's sign-in, and the command reports which pepper is still needed.
  const needed = (await oldPeppers(worker, secrets)).get('k1')!
  expect(needed).toBeGreaterThan(10)
  const client = last.client()
  await signInAgain({ client, account: waiting.account, password: waiting.password })
  expect((await oldPeppers(worker, secrets)).get('k1')).toBe(needed - 1)
  await worker.close()
  await deciding.stop()
  await last.stop()
})
