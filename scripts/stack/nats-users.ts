import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { natsUsers, type NatsUser } from '@fairlot/contract/venue'
import { inDev, type Layout } from './layout.ts'

/** Created at the first start and kept, one file per user, as in an installation. */
export function ensureNatsPasswords(layout: Layout): void {
  mkdirSync(inDev(layout, 'nats', 'users'), { recursive: true, mode: 0o700 })
  for (const user of natsUsers) {
    const file = natsPasswordFile(layout, user)
    if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  }
}

export const natsPasswordFile = (layout: Layout, user: NatsUser): string =>
  inDev(layout, 'nats', 'users', `${user}.password`)

export const natsPassword = (layout: Layout, user: NatsUser): string =>
  readFileSync(natsPasswordFile(layout, user), 'utf8').trim()

/** The environment with which a process of this database role signs in on NATS. */
export function natsUserEnvironment(layout: Layout, databaseRole: string): Record<string, string> {
  const user = natsUsers.find((name) => databaseRole === `fairlot_${name}`)
  return user === undefined ? {} : { NATS_USER: user, NATS_PASSWORD_FILE: natsPasswordFile(layout, user) }
}
