import { type BeaconChain, practiceChain, quicknet } from '@fairlot/proof'
import { origin, type Report, type Variables } from './variables.ts'

export interface BeaconConfig {
  readonly chain: BeaconChain
  /** Where rounds are read, by origin. They need no trust: every round is verified with the chain's key. */
  readonly relays: readonly string[]
  /** A practice beacon that decides the opening when the public one is silent. */
  readonly fallback: Omit<BeaconConfig, 'fallback'> | undefined
}

/** The relays of the League of Entropy. */
const publicRelays =
  'https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com'

export function readBeacon(env: Variables, report: Report): BeaconConfig | undefined {
  const isPractice = env.BEACON_CHAIN === 'practice'
  const relays = (env.BEACON_RELAYS ?? (isPractice ? '' : publicRelays)).split(',').map((part) => part.trim())
  if (!relays.every((relay) => origin.safeParse(relay).success))
    report('BEACON_RELAYS', 'must be origins with commas between them')
  if (!isPractice) return { chain: quicknet, relays, fallback: readFallback(env, report) }
  if (env.FAIRLOT_MONEY === 'real') {
    report('BEACON_CHAIN', 'is practice: a draw for real money needs a beacon that we do not run')
  }
  if (env.BEACON_PUBLIC_KEY === undefined) {
    report('BEACON_PUBLIC_KEY', 'is not set: the practice beacon has a key of its own')
    return undefined
  }
  return { chain: practiceChain(env.BEACON_PUBLIC_KEY), relays, fallback: undefined }
}

function readFallback(env: Variables, report: Report): BeaconConfig['fallback'] {
  const { BEACON_FALLBACK_PUBLIC_KEY: key, BEACON_FALLBACK_RELAY: relay } = env
  if (key === undefined && relay === undefined) return undefined
  if (key === undefined || relay === undefined || !origin.safeParse(relay).success) {
    report('BEACON_FALLBACK_RELAY', 'must be an origin, with BEACON_FALLBACK_PUBLIC_KEY beside it')
    return undefined
  }
  return { chain: practiceChain(key), relays: [relay] }
}
