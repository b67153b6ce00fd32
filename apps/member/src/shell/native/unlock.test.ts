import { describe, expect, test } from 'vitest'
import type { Session } from '../session.ts'
import type { VaultPlugin } from './plugins.ts'
import { createSessionLock, LOCK_AFTER_MS } from './unlock.ts'

const lin: Session = { token: 'token of lin', account: '0911111111' }
const wu: Session = { token: 'token of wu', account: '0922222222' }

/** A phone: its vault, its storage and what the app has in memory. */
const phone = ({ owner = null as string | null, kept = null as string | null } = {}) => {
  const state = {
    owner,
    vault: kept,
    stored: null as string | null,
    session: null as Session | null,
    account: owner,
    face: 'accepted' as 'accepted' | 'refused' | 'lost',
    time: 0,
  }
  const vault: VaultPlugin = {
    availability: () => Promise.resolve({ isAvailable: true }),
    has: () => Promise.resolve({ isKept: state.vault !== null }),
    keep: ({ value }) => Promise.resolve(void (state.vault = value)),
    open: () =>
      state.face === 'accepted' && state.vault !== null
        ? Promise.resolve({ value: state.vault })
        : Promise.reject(Object.assign(new Error(state.face), { code: state.face })),
    remove: () => Promise.resolve(void (state.vault = null)),
  }
  const lock = createSessionLock({
    vault,
    now: () => state.time,
    texts: () => ({ prompt: 'Unlock', cancel: 'Cancel' }),
    readOwner: () => state.owner,
    writeOwner: (account) => void (state.owner = account),
    rememberedAccount: () => state.account,
    keepInStorage: (session) => void (state.stored = session?.token ?? null),
    currentSession: () => state.session,
    suspend: () => void (state.session = null),
    resume: (session) => void (state.session = session),
  })
  const signIn = (session: Session) => {
    lock.keep(session)
    Object.assign(state, { session, account: session.account })
  }
  return { state, lock, signIn }
}

const locked = async () => {
  const it = phone({ owner: lin.account, kept: lin.token })
  await it.lock.start()
  expect(it.lock.isLocked.get()).toBe(true)
  return it
}

describe('the lock of a kept session', () => {
  test('turning on moves the token from storage to the vault', async () => {
    const { state, lock, signIn } = phone()
    signIn(lin)
    expect(state.stored).toBe(lin.token)
    expect(await lock.turnOn()).toBe(true)
    expect(state).toMatchObject({ stored: null, vault: lin.token, owner: lin.account })
  })

  test('a refused face leaves the token where it was', async () => {
    const { state, lock, signIn } = phone()
    signIn(lin)
    state.face = 'refused'
    expect(await lock.turnOn()).toBe(false)
    expect(state).toMatchObject({ stored: lin.token, vault: null, owner: null })
    expect(lock.isOn.get()).toBe(false)
  })

  test('a kept session is locked at the start until the face opens', async () => {
    const { state, lock } = await locked()
    expect(await lock.open()).toBe('opened')
    expect(state.session).toEqual(lin)
    expect(state.stored).toBeNull()
    expect(lock.isLocked.get()).toBe(false)
  })

  test('a refused face opens nothing and keeps the vault', async () => {
    const { state, lock } = await locked()
    state.face = 'refused'
    expect(await lock.open()).toBe('refused')
    expect(state).toMatchObject({ session: null, vault: lin.token })
    expect(lock.isLocked.get()).toBe(true)
  })

  test('a new face loses the kept session', async () => {
    const { state, lock } = await locked()
    state.face = 'lost'
    expect(await lock.open()).toBe('lost')
    expect(state).toMatchObject({ session: null, vault: null })
  })

  test('the app locks after a minute in the background, not before', async () => {
    const { state, lock, signIn } = phone()
    signIn(lin)
    await lock.turnOn()
    lock.hidden()
    state.time += LOCK_AFTER_MS - 1
    lock.shown()
    expect(state.session).toEqual(lin)
    lock.hidden()
    state.time += LOCK_AFTER_MS
    lock.shown()
    expect(state).toMatchObject({ session: null, vault: lin.token })
    expect(lock.isLocked.get()).toBe(true)
  })

  test('without unlocking the app never locks', () => {
    const { state, lock, signIn } = phone()
    signIn(lin)
    lock.hidden()
    state.time += 10 * LOCK_AFTER_MS
    lock.shown()
    expect(state.session).toEqual(lin)
  })

  test('the next sign-in of the same member goes to the vault', async () => {
    const { state, lock, signIn } = await locked()
    lock.leave()
    signIn({ ...lin, token: 'newer token' })
    expect(state).toMatchObject({ stored: null, vault: 'newer token' })
  })

  test('another member’s session never enters the vault', async () => {
    const { state, lock, signIn } = await locked()
    lock.leave()
    signIn(wu)
    await Promise.resolve()
    expect(state).toMatchObject({ stored: wu.token, vault: null, owner: null })
    expect(lock.isOn.get()).toBe(false)
  })

  test('the end of the session empties the vault', async () => {
    const { state, lock } = await locked()
    await lock.open()
    lock.keep(null)
    await Promise.resolve()
    expect(state).toMatchObject({ stored: null, vault: null })
  })

  test('the vault of a logged-out member is emptied at the start', async () => {
    const { state, lock } = phone({ owner: lin.account, kept: lin.token })
    state.account = null
    await lock.start()
    expect(state).toMatchObject({ vault: null, owner: null })
    expect(lock.isLocked.get()).toBe(false)
  })

  test('turning off returns the token to storage', async () => {
    const { state, lock, signIn } = phone()
    signIn(lin)
    await lock.turnOn()
    await lock.turnOff()
    expect(state).toMatchObject({ stored: lin.token, vault: null, owner: null })
  })
})
