import { createPublicKey, createSign, generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rawSignatureOf, spkiOf } from './key-encoding.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = pair.publicKey.export({ type: 'spki', format: 'der' })

describe('keys of the native side', () => {
  test('the point and the whole key give the same SPKI', () => {
    const point = spki.subarray(-65)
    expect(spkiOf(point.toString('base64'))).toBe(spki.toString('base64url'))
    expect(spkiOf(spki.toString('base64'))).toBe(spki.toString('base64url'))
    const key = createPublicKey({
      key: Buffer.from(spkiOf(point.toString('base64')), 'base64url'),
      type: 'spki',
      format: 'der',
    })
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  })

  test('a key of another length is refused', () => {
    expect(() => spkiOf(Buffer.alloc(33).toString('base64'))).toThrow('public key of 33 bytes')
  })

  test('every DER signature becomes r and s that verify', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const der = createSign('sha256').update(text).sign(pair.privateKey)
        const raw = Buffer.from(rawSignatureOf(der.toString('base64')), 'base64url')
        expect(raw).toHaveLength(64)
        const key = { key: pair.publicKey, dsaEncoding: 'ieee-p1363' } as const
        expect(verify('sha256', Buffer.from(text), key, raw)).toBe(true)
      }),
    )
  })

  test('a short r is filled with zeros', () => {
    const der = Buffer.from([0x30, 0x06, 0x02, 0x01, 0x07, 0x02, 0x01, 0x09])
    const raw = Buffer.from(rawSignatureOf(der.toString('base64')), 'base64url')
    expect(raw).toHaveLength(64)
    expect([raw[31], raw[63]]).toEqual([7, 9])
  })

  test.each([
    ['nothing', []],
    ['a cut signature', [0x30, 0x06, 0x02, 0x01, 0x07, 0x02, 0x02, 0x09]],
    ['bytes after s', [0x30, 0x07, 0x02, 0x01, 0x07, 0x02, 0x01, 0x09, 0x00]],
    ['another tag', [0x30, 0x06, 0x03, 0x01, 0x07, 0x02, 0x01, 0x09]],
    ['a wrong length', [0x30, 0x05, 0x02, 0x01, 0x07, 0x02, 0x01, 0x09]],
  ])('%s is no signature', (_name, bytes) => {
    expect(() => rawSignatureOf(Buffer.from(bytes).toString('base64'))).toThrow('not the DER')
  })
})
