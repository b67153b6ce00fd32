import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { beaconPublicKey } from '@fairlot/proof/beacon'
import { inDev, type Layout } from './layout.ts'

export const beaconKeyFile = (layout: Layout): string => inDev(layout, 'beacon.key')

/** Creates the key of the practice beacon at the first start. Returns what the servers get: its public key and address. */
export function beaconEnvironment(layout: Layout): Record<string, string> {
  const file = beaconKeyFile(layout)
  if (!existsSync(file)) {
    const key = randomBytes(32)
    // Below the order of the curve.
    key[0]! &= 0x3f
    writeFileSync(file, `${key.toString('hex')}\n`, { mode: 0o600 })
  }
  return {
    BEACON_CHAIN: 'practice',
    BEACON_PUBLIC_KEY: beaconPublicKey(new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))),
    BEACON_RELAYS: `http://127.0.0.1:${layout.ports.beacon}`,
  }
}
