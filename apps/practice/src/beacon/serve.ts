// The practice beacon: a stand-in for drand without internet. It serves the same HTTP paths and its rounds verify in the
// same way, but one machine has the whole key, so it proves nothing about the operator of that machine. It has no
// database and knows no draw.

import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { practiceChain, roundAfter, type Sha256, timeOfRound } from '@fairlot/proof'
import { beaconPublicKey, signRound } from '@fairlot/proof/beacon'
import { serveMetrics } from '@fairlot/process/metrics'
import { makeStopper, type Stopper } from '@fairlot/process/stop'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { type BeaconSettings, readBeaconKey } from './settings.ts'

const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

export interface RunningBeacon extends Pick<Stopper, 'stop'> {
  readonly port: number
}

export async function startBeacon(
  settings: BeaconSettings,
  log: Logger,
  now: () => number = Date.now,
): Promise<RunningBeacon> {
  const key = readBeaconKey(settings)
  const chain = practiceChain(beaconPublicKey(key))
  const stopper = makeStopper(log)
  const rounds = new RegExp(`^/${chain.hash}/public/(latest|[1-9]\\d{0,14})$`)

  /** Undefined for another path; null for a round that has not appeared. */
  const answerTo = async (path: string): Promise<object | null | undefined> => {
    if (path === `/${chain.hash}/info`) {
      const { publicKey, period, genesis, hash: chainHash } = chain
      return {
        public_key: publicKey,
        period,
        genesis_time: genesis,
        hash: chainHash,
        schemeID: 'bls-unchained-g1-rfc9380',
        metadata: { beaconID: 'fairlot-practice' },
      }
    }
    const asked = rounds.exec(path)?.[1]
    if (asked === undefined) return undefined
    const round = asked === 'latest' ? roundAfter(chain, now() + 1) - 1 : Number(asked)
    return round < 1 || timeOfRound(chain, round) > now() ? null : signRound(sha256, key, round)
  }

  const answer = async (path: string): Promise<readonly [code: number, body: object]> => {
    try {
      const found = await answerTo(path)
      if (found === undefined) return [404, { error: 'no such path' }]
      return found === null ? [425, { error: 'this round has not appeared' }] : [200, found]
    } catch (error) {
      log.error({ err: error }, 'a round could not be signed')
      return [500, { error: 'the round could not be signed' }]
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [code, body] = await answer(request.method === 'GET' ? (request.url ?? '') : '')
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, '127.0.0.1', resolve)
  })
  stopper.add('beacon', () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const metrics = await serveMetrics(new Registry(), {
    host: '127.0.0.1',
    port: settings.metricsPort,
    unready: () => undefined,
  })
  stopper.add('metrics', () => metrics.close())
  const { port } = server.address() as AddressInfo
  log.info({ port, chain: chain.hash }, 'the practice beacon runs')
  return { port, stop: () => stopper.stop() }
}
