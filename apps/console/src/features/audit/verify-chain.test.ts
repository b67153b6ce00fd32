import { createHash, generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto'
import { beginning, checkpointText, linkHash } from '@fairlot/proof'
import { expect, test } from 'vitest'
import { type LinkRun, verifyWholeChain } from './verify-chain.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const chainOf = async (count: number): Promise<LinkRun> => {
  const links: LinkRun['links'] = []
  let previous = beginning.hash
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const fields = [`entry ${sequence}`, 'operators.voted', `{"n":${sequence}}`]
    previous = await linkHash(sha256, previous, BigInt(sequence), fields)
    links.push({ sequence, hash: previous, fields })
  }
  const checkpoints = [500, 1_000, count].map((sequence) => {
    const head = links[sequence - 1]!.hash
    const signedAt = '2026-11-15T08:00:00.000Z'
    const text = checkpointText({ sequence: String(sequence), head, signedAt })
    return {
      sequence,
      head,
      signedAt,
      publicKey: key,
      signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    }
  })
  return { links, checkpoints }
}

const check = (chain: LinkRun, atLeast = 2_300) =>
  verifyWholeChain(
    {
      read: (after, limit) => {
        const links = chain.links.filter(({ sequence }) => sequence > after).slice(0, limit)
        const last = links.at(-1)?.sequence ?? after
        const checkpoints = chain.checkpoints.filter(({ sequence }) => sequence > after && sequence <= last)
        return Promise.resolve({ links, checkpoints })
      },
      sha256,
      signed: (spki, text, signature) =>
        Promise.resolve(
          verify(
            null,
            Buffer.from(text),
            createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' }),
            Buffer.from(signature, 'base64'),
          ),
        ),
      onProgress: () => undefined,
    },
    atLeast,
  )

test('a chain over several runs verifies with every signature', async () => {
  const verdict = await check(await chainOf(2_300))
  expect(verdict).toMatchObject({ ok: true, signatures: 3, canSign: true })
  if (verdict.ok) expect(verdict.head.sequence).toBe(2_300n)
})

const spoilt: readonly (readonly [fault: string, sequence: number, spoil: (run: LinkRun) => void])[] = [
  [
    'altered',
    700,
    ({ links }) => {
      links[699]!.fields![2] = '{"n":0}'
    },
  ],
  [
    'gap',
    1_500,
    ({ links }) => {
      links.splice(1_499, 1)
    },
  ],
  [
    'entry-missing',
    2_000,
    ({ links }) => {
      links[1_999]!.fields = null
    },
  ],
  [
    'checkpoint-differs',
    1_000,
    ({ links, checkpoints }) => {
      checkpoints[1]!.head = links[0]!.hash
    },
  ],
  [
    'signature-wrong',
    500,
    ({ checkpoints }) => {
      checkpoints[0]!.signedAt = '2026-11-15T08:00:00.001Z'
    },
  ],
  [
    'cut-short',
    2_300,
    ({ links, checkpoints }) => {
      links.pop()
      checkpoints.pop()
    },
  ],
]

test.each(spoilt)('%s is reported at its place', async (fault, sequence, spoil) => {
  const chain = await chainOf(2_300)
  spoil(chain)
  expect(await check(chain)).toMatchObject({ ok: false, fault, sequence })
})
