import type { Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import type { AuthDeps } from './deps.ts'

/** Every way of signing in and registering requires agreement to the text in force; the server refuses without it. */
export async function refuseWithoutAgreement(
  tx: Tx,
  site: AuthDeps['site'],
  agreed: string,
): Promise<Refused | undefined> {
  if (agreed === '') return refuse('input.agreement-required', { field: 'agreementVersion' })
  const current = await site.agreementVersion(tx)
  return agreed === current
    ? undefined
    : refuse('auth.agreement-changed', { field: 'agreementVersion', params: { version: current } })
}
