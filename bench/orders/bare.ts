// pgbench on the functions of bare.sql.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { shardOf } from '@fairlot/contract/venue'
import { findPostgresFolder } from '@fairlot/testkit/services/binaries'
import type { Harness } from './harness.ts'
import { price, symbols } from './market.ts'

export const clients = 16

export async function prepareBare({ sql, terms, date }: Harness): Promise<void> {
  await sql.query(readFileSync(join(import.meta.dirname, 'bare.sql'), 'utf8'))
  for (const [n, symbol] of symbols.entries())
    await sql.query('INSERT INTO bench.market VALUES ($1, $2, $3, $4, $5, $6)', [
      n + 1,
      symbol,
      shardOf(symbol),
      price,
      date(),
      terms,
    ])
}

/** Transactions per second, as the role that may post what the statement posts. */
export async function runBare(
  { database }: Harness,
  statement: string,
  seconds: number,
  role: 'api' | 'settlement' = 'api',
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-pgbench-'))
  try {
    const file = join(folder, 'bare.sql')
    writeFileSync(file, `${statement};\n`)
    const url = new URL(role === 'api' ? database.apiUrl : database.settlementUrl)
    const { stdout } = await promisify(execFile)(join(findPostgresFolder()!, 'pgbench'), [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      '--jobs=2',
      `--time=${seconds}`,
      `--file=${file}`,
      `--host=${url.hostname}`,
      `--port=${url.port}`,
      `--username=${url.username}`,
      url.pathname.slice(1),
    ])
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (rate === undefined || !/number of failed transactions: 0 /.test(stdout))
      throw new Error(`pgbench:\n${stdout}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
