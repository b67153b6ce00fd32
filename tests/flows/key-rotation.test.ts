// Every key is changed while members upload, read, sign in and are verified: nothing becomes unreadable, nobody can be two
// people, and afterwards the old keys are needed for nothing.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { identityReviews, openIdentityField } from '../../apps/server/src/features/identity/index.ts'
import { takeUpload } from '../../apps/server/src/features/uploads/index.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { makeSecretsFile, openSecrets, type SecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { rotateKeys } from '../../apps/server/src/roles/rotate-keys.ts'
import { picture, upload } from './support/pictures.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testEnvironment } from './support/test-config.ts'
import { openDeciding } from './support/two-operators.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-rotation-'))
  database = await openTestDatabase()
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const purposes = ['xsrf', 'pepper', 'sealing', 'vault', 'blind'] as const

/**
 * The steps of a change: the new key is known everywhere before anything is made with it, then it is current, then the old
 * one goes.
 */
function turned(
  file: SecretsFile,
  fresh: Record<string, string>,
  step: 'known' | 'current' | 'alone',
): SecretsFile {
  const ring = (purpose: (typeof purposes)[number]) => ({
    current: step === 'known' ? 'k1' : 'k2',
    keys: { ...(step === 'alone' ? {} : file[purpose].keys), k2: fresh[purpose]! },
  })
  return { ...file, ...Object.fromEntries(purposes.map((purpose) => [purpose, ring(purpose)])) }
}

async function startWith(file: SecretsFile, name: string): Promise<TestApi> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(file), { mode: 0o600 })
  const environment = { SECRETS_FILE: path, FILES_FOLDER: join(folder, 'files'), PACE_FACTOR: '1000' }
  const config = readConfig(testEnvironment(database, environment))
  return startTestApi({ database, config })
}

test('rotation under load', { timeout: 120_000 }, async () => {
  const first = makeSecretsFile()
  const fresh = Object.fromEntries(purposes.map((purpose) => [purpose, randomBytes(32).toString('base64')]))
  const before = await startWith(turned(first, fresh, 'known'), 'known.json')
  // A worker that has not even heard of the new key yet.
  const kind = identityReviews({
    secrets: openSecrets(first),
    bus: before.api.parts.bus,
    subjects: subjectsOf(before.config.natsNamespace),
  })
  const deciding = await openDeciding(database, [kind])

  interface Paper {
    readonly member: TestMember
    readonly fileId: string
  }
  const papers: Paper[] = []
  const addPaper = async (api: TestApi): Promise<void> => {
    const member = await api.member()
    const fileId = await upload(member.client, await picture('jpeg', 620, 400))
    await api.db.transaction((tx) => takeUpload(tx, member.memberId, fileId, 'deposit-receipt'))
    papers.push({ member, fileId })
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
  for (let count = 0; count < 12; count++) await addPaper(before)
  const known = await before.member()
  expect((await submit(known, 'EB1000001')).http).toBe(200)
  await deciding.approve('identity', known.memberId)
  const waiting = await before.member()
  expect((await submit(waiting, 'EB1000001')).body.msg).toBe('identity.duplicate')

  // One process before the change and one after it, as in a rolling restart, and the command beside both.
  const after = await startWith(turned(first, fresh, 'current'), 'current.json')
  const worker = openDb({ url: database.workerUrl, poolSize: 3, applicationName: 'rotate' })
  let isRotating = true
  const failures: string[] = []
  let reads = 0
  const load = [before, after].map(async (api) => {
    while (isRotating) {
      await addPaper(api)
      for (const { member, fileId } of papers.slice(-6)) {
        const answer = await member.client.fetch('/uploads/readFile', { fileId })
        const isWhole =
          answer.status === 200 &&
          (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width === 620
        if (!isWhole) failures.push(`${fileId}: ${answer.status}`)
        reads += 1
      }
    }
  })
  const rotated = { memberKeys: 0, persons: 0 }
  for (let round = 0; round < 4; round++) {
    const { memberKeys, persons } = await rotateKeys(worker, after.config.secrets, () => new Date())
    rotated.memberKeys += memberKeys
    rotated.persons += persons
    await addPaper(before)
  }
  isRotating = false
  await Promise.all(load)
  expect(failures).toEqual([])
  expect(rotated.memberKeys).toBeGreaterThanOrEqual(13)
  expect(rotated.persons).toBe(1)
  expect(reads).toBeGreaterThan(10)
  // Both refuse the same person while both keys are known.
  for (const api of [before, after]) {
    expect((await submit(await api.member(), 'EB1000001')).body.msg).toBe('identity.duplicate')
  }
  await before.stop()
  // What the old process wrapped last is found by the last run, and then there is none.
  await rotateKeys(worker, after.config.secrets, () => new Date())
  expect(await rotateKeys(worker, after.config.secrets, () => new Date())).toEqual({
    memberKeys: 0,
    persons: 0,
    authenticators: 0,
  })
  await after.stop()

  // The old keys are gone: everything opens, everybody is still one person.
  const alone = turned(first, fresh, 'alone')
  const last = await startWith(alone, 'alone.json')
  const secrets = openSecrets(alone)
  for (const { member, fileId } of papers) {
    const [row] = await worker.query<{ key: string }>(
      'SELECT master_key_id AS key FROM app.member_keys WHERE member_id = $1',
      [member.memberId],
    )
    expect([fileId, row!.key]).toEqual([fileId, 'k2'])
  }
  const { readFileOf } = await import('../../apps/server/src/features/uploads/index.ts')
  const { openFiles } = await import('../../apps/server/src/platform/files.ts')
  const files = openFiles(last.config.files)
  for (const { member, fileId } of papers) {
    const file = await readFileOf({ secrets, files }, worker, member.memberId, fileId)
    expect((await sharp(file!.bytes).metadata()).width).toBe(620)
  }
  expect(await openIdentityField(worker, secrets, known.memberId, 'id-number')).toBe('EB1000001')
  expect((await submit(await last.member(), 'EB1000001')).body.msg).toBe('identity.duplicate')
  await rotateKeys(worker, secrets, () => new Date())
  expect(await worker.query('SELECT DISTINCT key_id FROM directory.persons')).toEqual([{ key_id: 'k2' }])
  await worker.close()
  await deciding.stop()
  await last.stop()
})
