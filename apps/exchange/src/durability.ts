// An exchange that can lose its log in a power cut is useless. PostgreSQL's settings are checked on every new
// connection; in production a wrong setting stops the process, in development it is logged. The server's roles check
// the same (apps/server/src/platform/durability.ts).

import type { Session } from './store.ts'

const wanted: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  // remote_write and local are weaker than they sound: the standby's copy or ours may not be on disk.
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
}

export class NotDurable extends Error {}

export async function durabilityFaults(session: Pick<Session, 'settings'>): Promise<string[]> {
  const found = await session.settings(Object.keys(wanted))
  return Object.entries(wanted).flatMap(([name, values]) => {
    const value = found.get(name) ?? 'unknown'
    return values.includes(value) ? [] : [`postgres ${name} is ${value}, must be ${values.join(' or ')}`]
  })
}
