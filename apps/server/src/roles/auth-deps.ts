import { type AuthDeps, openPasswordHasher } from '#features/auth'
import { agreementVersionInForce, publicInvitationCode } from '#features/site'
import type { Parts } from './parts.ts'

export async function authDeps({
  config,
  db,
  clock,
}: Pick<Parts, 'config' | 'db' | 'clock'>): Promise<AuthDeps> {
  return {
    db,
    secrets: config.secrets,
    hasher: await openPasswordHasher(config.secrets),
    hasPaperMoney: config.money === 'practice',
    site: {
      agreementVersion: (tx) => agreementVersionInForce(tx, clock.now()),
      publicInvitationCode,
    },
    relyingParty: {
      id: new URL(config.publicOrigin).hostname,
      name: 'Fairlot',
      origins: [config.publicOrigin],
    },
  }
}
