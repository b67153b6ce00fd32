import type { OperatorRecord } from '#platform/config'
import type { Tx } from '#platform/db'
import { type Pair, readAgreementInForce, readPairs } from './store.ts'

export interface SiteFacts {
  readonly money: 'practice' | 'real'
  readonly operator: OperatorRecord | undefined
  readonly version: string
}

/**
 * The stored pairs, and those that no stored row may override: whether the money is real and who is responsible come
 * from the server's start configuration.
 */
export async function readConfig(tx: Tx, facts: SiteFacts, now: Date): Promise<Pair[]> {
  const stored = await readPairs(tx)
  const agreement = await readAgreementInForce(tx, now)
  const { operator } = facts
  const derived: Record<string, string> = {
    agreement_version: agreement?.version ?? '',
    market_mode: facts.money === 'real' ? 'live' : 'practice',
    operator_complaint_address: operator?.complaintAddress ?? '',
    operator_legal_name: operator?.legalName ?? '',
    operator_licence: operator?.licence ?? '',
    operator_register_url: operator?.registerUrl ?? '',
    version: facts.version,
  }
  return [
    ...stored.filter(({ name }) => !(name in derived)),
    ...Object.entries(derived).map(([name, value]) => ({ name, value })),
  ]
}
