// A dump restored into a cluster of its own, as docs/operating/backup.md describes a logical restore.

import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { openSql } from '@fairlot/testkit/sql'
import { expect } from 'vitest'
import { countRows, type RowCounts, unpackDump } from '../../../scripts/release/dump.ts'
import { checkRestore, openOwnCluster, type OwnCluster, postgresTool } from './own-cluster.ts'

export interface Restored {
  readonly cluster: OwnCluster
  url(role?: string): string
  /** What `check-restore` asked for. */
  readonly step: string | undefined
  readonly rows: RowCounts
}

/** The roles come from migrating an empty database. `folder` gets the cluster and the unpacked dump. */
export async function restoreDump(dump: string, folder: string, place: string): Promise<Restored> {
  const cluster = await openOwnCluster(join(folder, place))
  await migrate(cluster.url('roles'))
  cluster.createDatabase('restored')
  const url = (role?: string): string => cluster.url('restored', role)
  const unpacked = join(folder, `${place}.dump`)
  unpackDump(dump, unpacked)
  postgresTool('pg_restore', ['--single-transaction', '--exit-on-error', '-d', url(), unpacked])
  const { step } = checkRestore(url())
  if (step !== undefined) await cluster.runStep(step)
  expect(checkRestore(url())).toMatchObject({ status: 0 })
  const sql = openSql(url())
  const rows = await countRows(sql)
  await sql.close()
  return { cluster, url, step, rows }
}
