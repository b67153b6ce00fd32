import { readFileSync } from 'node:fs'
import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'

export interface BeaconSettings {
  readonly port: number
  /** 32 bytes, hex. */
  readonly keyFile: string
  readonly metricsPort: number
  readonly logLevel: string
}

export const readBeaconSettings = (environment: Environment): BeaconSettings =>
  readEnvironment(environment, (env) => ({
    port: env.whole('BEACON_PORT', 0, 0, 65_535),
    keyFile: env.text('BEACON_KEY_FILE', '.dev/beacon.key'),
    metricsPort: env.whole('METRICS_PORT', 0, 0, 65_535),
    logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
  }))

export function readBeaconKey({ keyFile }: BeaconSettings): Uint8Array {
  const text = readFileSync(keyFile, 'utf8').trim()
  if (!/^[0-3][0-9a-f]{63}$/.test(text)) throw new Error(`${keyFile}: a key is 64 hex digits below 4000…`)
  return new Uint8Array(Buffer.from(text, 'hex'))
}
