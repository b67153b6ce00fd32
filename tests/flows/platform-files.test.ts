// One suite for both drivers of the file port: a folder, and a real S3 server.

import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Files, type FilesPlace, openFiles } from '../../apps/server/src/platform/files.ts'

let folder: string
let s3: S3rver
const places = new Map<string, FilesPlace>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-files-'))
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const { port } = await s3.run()
  places.set('folder', { kind: 'folder', path: join(folder, 'files') })
  places.set('s3', {
    kind: 's3',
    url: `http://127.0.0.1:${port}`,
    bucket: 'documents',
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  })
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 's3'])('%s', (kind) => {
  const open = (): Files => openFiles(places.get(kind)!)

  test('stores, replaces and deletes bytes under a key', async () => {
    const files = open()
    const key = 'files/ab/0192-member/0192-file'
    expect(await files.get(key)).toBeUndefined()
    await files.put(key, Buffer.from([0, 1, 2, 255]))
    expect(await files.get(key)).toEqual(Buffer.from([0, 1, 2, 255]))
    await files.put(key, Buffer.from('newer'))
    expect(String(await open().get(key))).toBe('newer')
    await files.delete(key)
    await files.delete(key)
    expect(await files.get(key)).toBeUndefined()
  })

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'A',
    'a b',
    'a/b/c/d/e',
    'a?x=1',
    'a%2e',
    '.new',
  ])('refuses the malformed key %s', async (key) => {
    await expect(open().put(key, Buffer.of(1))).rejects.toThrow('not a file key')
    await expect(open().get(key)).rejects.toThrow('not a file key')
    await expect(open().delete(key)).rejects.toThrow('not a file key')
  })
})

test('a reader never sees a half-written file in the folder', async () => {
  const files = openFiles(places.get('folder')!)
  const versions = ['a', 'b'].map((letter) => Buffer.alloc(200_000, letter))
  await files.put('files/one', versions[0]!)
  const writing = (async () => {
    for (let round = 0; round < 20; round++) await files.put('files/one', versions[round % 2]!)
  })()
  let isWriting = true
  void writing.finally(() => (isWriting = false))
  while (isWriting) {
    const found = await files.get('files/one')
    expect(versions.some((version) => found!.equals(version))).toBe(true)
  }
  await writing
})

test('the folder keeps no partial file and reports a failed write', async () => {
  const place = places.get('folder') as { path: string }
  const names = await readdir(place.path, { recursive: true })
  expect(names.filter((name) => name.endsWith('.new'))).toEqual([])
  // A file is where a folder should be: the write fails and reports it.
  await writeFile(join(place.path, 'blocked'), 'x')
  await expect(
    openFiles({ kind: 'folder', path: place.path }).put('blocked/a', Buffer.of(1)),
  ).rejects.toThrow(/ENOTDIR|EEXIST/)
})

test('only the owner can read the folder and its files', async () => {
  const { path } = places.get('folder') as { path: string }
  await openFiles({ kind: 'folder', path }).put('files/cd/three', Buffer.of(1))
  const rights = async (name: string) => (await stat(join(path, name))).mode & 0o777
  expect(await Promise.all(['', 'files', 'files/cd'].map(rights))).toEqual([0o700, 0o700, 0o700])
  expect(await rights('files/cd/three')).toBe(0o600)
})

test('a refused bucket request does not reveal key or secret', async () => {
  const place = places.get('s3') as Extract<FilesPlace, { kind: 's3' }>
  const failure = await openFiles({ ...place, secretKey: 'not-the-secret' })
    .put('files/two', Buffer.of(1))
    .then(() => 'stored', String)
  expect(failure).toMatch(/the bucket answered 403/)
  expect(failure).not.toMatch(/not-the-secret|S3RVER/)
})
