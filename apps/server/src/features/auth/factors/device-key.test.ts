import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { enrolmentMessage, isSignedBy, readDeviceKey } from './device-key.ts'

const memberId = '0192f0c1-0000-7000-8000-000000000001'

async function deviceWith(curve: 'P-256' | 'P-384') {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, false, [
    'sign',
    'verify',
  ])
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString(
    'base64url',
  )
  const sign = async (message: string) =>
    Buffer.from(
      await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(message)),
    ).toString('base64url')
  return { publicKey, sign }
}

test('a valid WebCrypto signature of member and key is accepted', async () => {
  const device = await deviceWith('P-256')
  const message = enrolmentMessage(memberId, device.publicKey)
  expect(isSignedBy(readDeviceKey(device.publicKey)!, message, await device.sign(message))).toBe(true)
})

test('a foreign or altered signature is refused', async () => {
  const device = await deviceWith('P-256')
  const other = await deviceWith('P-256')
  const key = readDeviceKey(device.publicKey)!
  const message = enrolmentMessage(memberId, device.publicKey)
  const elsewhere = enrolmentMessage(memberId.replace(/1$/, '2'), device.publicKey)
  expect(isSignedBy(key, message, await device.sign(elsewhere))).toBe(false)
  expect(isSignedBy(key, message, await other.sign(message))).toBe(false)
  const signature = await device.sign(message)
  expect(isSignedBy(key, message, `${signature.slice(0, -4)}AAAA`)).toBe(false)
  expect(isSignedBy(key, message, '')).toBe(false)
})

test('only P-256 keys are accepted', async () => {
  expect(readDeviceKey((await deviceWith('P-384')).publicKey)).toBeUndefined()
  expect(readDeviceKey('nonsense')).toBeUndefined()
  expect(readDeviceKey('A'.repeat(122))).toBeUndefined()
})
