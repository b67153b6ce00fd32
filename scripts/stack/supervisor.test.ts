import { EventEmitter, once } from 'node:events'
import { startService } from '@fairlot/testkit/services/process'
import { expect, test } from 'vitest'
import { isAlive, type ProcessMark } from './processes.ts'
import { createSupervisor } from './supervisor.ts'

const sleeper = () =>
  startService({ name: 'sleeper', command: 'sleep', args: ['60'], isReady: () => Promise.resolve(true) })

function supervise() {
  const changes = new EventEmitter()
  let children: readonly ProcessMark[] = []
  const givenUp: string[] = []
  const supervisor = createSupervisor({
    firstPauseMs: 1,
    say: () => {},
    onChange: (marks) => {
      children = marks
      changes.emit('change')
    },
    onGivingUp: (name) => {
      givenUp.push(name)
      changes.emit('change')
    },
  })
  return { supervisor, changes, givenUp, children: () => children }
}

test('a killed child is restarted, and stop leaves none', async () => {
  const { supervisor, changes, children } = supervise()
  await supervisor.keep('sleeper', sleeper)
  const [first] = children()
  for (let round = 0; round < 3; round++) {
    const before = children()[0]!
    process.kill(before.pid, 'SIGKILL')
    while (!children()[0] || children()[0]!.pid === before.pid) await once(changes, 'change')
  }
  const last = children()[0]!
  expect(last.pid).not.toBe(first!.pid)
  expect(isAlive(last)).toBe(true)
  await supervisor.stop(['sleeper'])
  expect(children()).toEqual([])
  expect(isAlive(last)).toBe(false)
})

test('a child that cannot restart is given up', async () => {
  const { supervisor, changes, children, givenUp } = supervise()
  let starts = 0
  await supervisor.keep('sleeper', () => {
    starts += 1
    return starts === 1 ? sleeper() : Promise.reject(new Error('broken'))
  })
  process.kill(children()[0]!.pid, 'SIGKILL')
  while (givenUp.length === 0) await once(changes, 'change')
  expect(givenUp).toEqual(['sleeper'])
})

test('a failed first start reports its last output', async () => {
  const { supervisor } = supervise()
  const failing = startService({
    name: 'failing',
    command: 'sh',
    args: ['-c', 'echo the reason >&2; exit 3'],
    isReady: () => Promise.resolve(false),
  })
  await expect(supervisor.keep('failing', () => failing)).rejects.toThrow(
    'failing ended with code 3\nthe reason',
  )
})
