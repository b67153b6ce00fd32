import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock, type Lock, type LockContent } from './lock.ts'
import { endOrphans, isAlive, markOf } from './processes.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-lock-'))
  file = join(folder, 'start.lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

const deadHolder = { name: 'start', pid: 999_999_999, began: '1' }

function plant(content: LockContent): void {
  writeFileSync(file, JSON.stringify(content))
}

test('a second start sees who holds the lock', () => {
  const first = takeLock(file, 'http://localhost:1')
  expect(first).toHaveProperty('release')
  const second = takeLock(file, 'http://localhost:2')
  expect(second).toMatchObject({ holder: { pid: process.pid }, address: 'http://localhost:1' })
  ;(first as Lock).release()
  expect(existsSync(file)).toBe(false)
})

test('a dead holder is recognised and its living children are ended', async () => {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const mark = markOf('worker', child.pid!)
  plant({ holder: deadHolder, address: '', children: [mark] })
  const lock = takeLock(file, '') as Lock
  expect(lock.orphans).toEqual([mark])
  const ended = once(child, 'exit')
  expect(await endOrphans(lock.orphans)).toEqual([`worker (${child.pid})`])
  await ended
  expect(isAlive(mark)).toBe(false)
  lock.release()
})

test('a reused process id is neither holder nor orphan', async () => {
  const reused = { name: 'start', pid: process.pid, began: 'long ago' }
  plant({ holder: reused, address: '', children: [reused] })
  const lock = takeLock(file, '') as Lock
  expect(await endOrphans(lock.orphans)).toEqual([])
  lock.release()
})

test('an unreadable lock does not block a start', () => {
  writeFileSync(file, '')
  const lock = takeLock(file, '') as Lock
  expect(lock.orphans).toEqual([])
  lock.release()
})

test('the next start finds the noted children', () => {
  const lock = takeLock(file, '') as Lock
  const children = [markOf('api', process.pid)]
  lock.note(children)
  const seen = takeLock(file, '') as LockContent
  expect(seen.children).toEqual(children)
  lock.release()
})
