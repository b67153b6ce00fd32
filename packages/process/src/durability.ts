// A broker's database that loses data after a power cut is worse than none. The settings of PostgreSQL and NATS are
// checked at start, and by the exchange on every connection; in production a wrong setting stops the process, in
// development it is logged.

import type { Logger } from 'pino'
import type { Database } from './database.ts'

export type Mode = 'production' | 'development' | 'test'

export interface DurabilityFault {
  readonly where: 'postgres' | 'nats'
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

/** A logical restore whose last step is missing. Refused in every mode: sums would be wrong without an error. */
export class RestoreUnfinished extends Error {}

/** The database's own report; undefined when all is well, or when it has no schema yet. */
export async function restoreFault(db: Database): Promise<string | undefined> {
  const [known] = await db.query<{ known: boolean }>(
    `SELECT to_regproc('platform.restore_fault') IS NOT NULL AS known`,
  )
  if (!known!.known) return undefined
  const [row] = await db.query<{ fault: string | null }>('SELECT platform.restore_fault() AS fault')
  return row!.fault ?? undefined
}

export async function assertRestored(db: Database): Promise<void> {
  const unfinished = await restoreFault(db)
  if (unfinished !== undefined) throw new RestoreUnfinished(unfinished)
}

export class NotDurable extends Error {
  readonly faults: readonly DurabilityFault[]

  constructor(faults: readonly DurabilityFault[]) {
    super(`not durable: ${faults.map(describe).join('; ')}`)
    this.faults = faults
  }

  /** Nothing is set wrongly; the standby is missing, as it may be during a fail-over. */
  get isOnlyStandby(): boolean {
    return this.faults.every(({ setting }) => setting === standbySetting)
  }
}

const standbySetting = 'synchronous standby'

const describe = ({ where, setting, found, wanted }: DurabilityFault): string =>
  `${where} ${setting} is ${found}, must be ${wanted}`

const wantedSettings: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  // remote_write and local are weaker than they sound: the copy of the standby or of the primary may not be on disk.
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
}

/** Reads the settings of this very connection: a role or database may have its own. */
async function postgresFaults(db: Database): Promise<DurabilityFault[]> {
  const rows = await db.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(wantedSettings)],
  )
  const found = new Map(rows.map((row) => [row.name, row.setting]))
  return Object.entries(wantedSettings).flatMap(([setting, wanted]) => {
    const value = found.get(setting) ?? 'unknown'
    return wanted.includes(value)
      ? []
      : [{ where: 'postgres' as const, setting, found: value, wanted: wanted.join(' or ') }]
  })
}

/** What a broker should have and a trial may lack: a warning in production. */
const advisedSettings: Readonly<Record<string, { readonly not: string; readonly why: string }>> = {
  wal_level: { not: 'minimal', why: 'no standby can follow and no WAL can be archived' },
  archive_mode: { not: 'off', why: 'a restore ends at the last base backup' },
}

async function warnOfSettings(db: Database, log: Logger): Promise<void> {
  const rows = await db.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name DESC',
    [Object.keys(advisedSettings)],
  )
  for (const { name, setting } of rows) {
    const { not, why } = advisedSettings[name]!
    if (setting === not) log.warn(`postgres ${name} is ${setting}: ${why}`)
  }
}

/** `sync`: an answered commit is on two machines. `single`: there is one machine, and its loss loses answered orders. */
export const databaseHas = ['sync', 'single'] as const
export type DatabaseHa = (typeof databaseHas)[number]

/** Whether this server waits for a standby at all. `synchronous_commit` is on without one, too. */
async function waitsForStandby(db: Database): Promise<boolean> {
  const [row] = await db.query<{ names: string }>(
    `SELECT current_setting('synchronous_standby_names') AS names`,
  )
  return row!.names !== ''
}

const standbyFault = (found: string): DurabilityFault => ({
  where: 'postgres',
  setting: standbySetting,
  found,
  wanted: 'connected, because DATABASE_HA is sync',
})

/** With a standby named, a commit is answered only when it has the commit too: an answered write is the proof. */
async function standbyFaults(
  db: Database,
  confirmWrite: (() => Promise<boolean>) | undefined,
): Promise<DurabilityFault[]> {
  if (!(await waitsForStandby(db))) return [standbyFault('not configured (synchronous_standby_names)')]
  if (confirmWrite && !(await confirmWrite())) return [standbyFault('away')]
  return []
}

const minNats = [2, 12, 3] as const

export interface NatsVarz {
  readonly version?: unknown
  readonly jetstream?: { readonly config?: { readonly sync_always?: unknown } }
}

/** `sync_interval` in /varz still shows two minutes when it is set to always: read `sync_always` instead. */
export function natsFaults(varz: NatsVarz): DurabilityFault[] {
  const faults: DurabilityFault[] = []
  const version = typeof varz.version === 'string' ? varz.version : 'unknown'
  if (!isAtLeast(version, minNats)) {
    faults.push({
      where: 'nats',
      setting: 'version',
      found: version,
      wanted: `${minNats.join('.')} or newer`,
    })
  }
  // Without JetStream NATS stores nothing on disk; core NATS alone is enough for wakes.
  const config = varz.jetstream?.config
  if (config && config.sync_always !== true) {
    faults.push({ where: 'nats', setting: 'sync_interval', found: 'timed', wanted: 'always' })
  }
  return faults
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)
  if (!found) return false
  for (const [index, min] of wanted.entries()) {
    const part = Number(found[index + 1])
    if (part !== min) return part > min
  }
  return true
}

/** Returns undefined when NATS is unreachable, which is not a fault: NATS may be down. */
async function readVarz(monitorUrl: string): Promise<NatsVarz | undefined> {
  try {
    const response = await fetch(new URL('/varz', monitorUrl), { signal: AbortSignal.timeout(2_000) })
    return response.ok ? ((await response.json()) as NatsVarz) : undefined
  } catch {
    return undefined
  }
}

export interface DurabilityOptions {
  readonly db: Database
  /** Undefined for a process that does not check NATS. */
  readonly natsMonitorUrl?: string | undefined
  readonly mode: Mode
  /** By default `single`. */
  readonly ha?: DatabaseHa | undefined
  /** Commits a write; false when it was not answered in time. Undefined where the next step is a write anyway. */
  readonly confirmWrite?: () => Promise<boolean>
  readonly log: Logger
}

export async function assertDurable(options: DurabilityOptions): Promise<void> {
  const { db, natsMonitorUrl, mode, log } = options
  await assertRestored(db)
  const faults = await postgresFaults(db)
  if (options.ha === 'sync') faults.push(...(await standbyFaults(db, options.confirmWrite)))
  if (mode === 'production') {
    await warnOfSettings(db, log)
    if (options.ha !== 'sync')
      log.warn('DATABASE_HA is not sync: the loss of the PostgreSQL machine loses orders that were confirmed')
  }
  const varz = natsMonitorUrl === undefined ? undefined : await readVarz(natsMonitorUrl)
  if (varz) faults.push(...natsFaults(varz))
  else if (natsMonitorUrl !== undefined) log.warn('nats is not reachable: its settings are not checked')
  if (faults.length === 0) return
  if (mode === 'production') throw new NotDurable(faults)
  if (mode === 'development') for (const fault of faults) log.warn(describe(fault))
}
