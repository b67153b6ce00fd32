// What a phone puts together from the api to repeat a draw, and the tools to do it with Node.

import { createPublicKey, verify } from 'node:crypto'
import { randomnessOf } from '../../../packages/proof/src/beacon.ts'
import type { DrawFile, DrawTools } from '../../../packages/proof/src/index.ts'
import { sha256 } from '../../../packages/proof/src/testing/made-draw.ts'
import type { TestClient } from './test-client.ts'

export const drawTools: DrawTools = {
  sha256,
  signed: async (publicKey, text, signature) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    ),
  randomness: (of, round) => randomnessOf(sha256, of, round),
}

export async function readDrawFile(client: TestClient, drawId: string): Promise<DrawFile> {
  const read = async (path: string, body: object) => (await client.call(path, body)).body.data
  const { draw, list } = await read('/draws/detail', { drawId })
  const tickets: string[] = []
  const order: number[] = []
  let from: number | null = 0
  while (from !== null) {
    const page: { tickets: string; order: number[]; next: number | null } = await read('/draws/tickets', {
      drawId,
      from,
    })
    tickets.push(...(page.tickets.match(/.{64}/g) ?? []))
    order.push(...page.order)
    from = page.next
  }
  const [mine = null] = (await read('/draws/mine', { drawId })).tickets
  return {
    format: 'fairlot draw v1',
    terms: draw.terms,
    announcement: { announcedAt: draw.announcedAt, ...draw.announcement },
    root: list,
    tickets,
    release: draw.release,
    beacon: draw.beacon,
    seed: draw.seed,
    order,
    mine,
  }
}
