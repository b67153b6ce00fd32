import { createHash } from 'node:crypto'
import { type SetReference, shardOf } from '@fairlot/contract/venue'
import { taipeiDate } from '@fairlot/rules/calendar'
import { isOnTick } from '@fairlot/rules/instruments'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { WrongFile } from '../public-files.ts'
import { type PriceFile, parsePriceFile } from './parse-price-file.ts'
import {
  hasImport,
  insertImport,
  lockImportable,
  lockImports,
  newestImport,
  submitCommands,
  updateUntradedReferences,
} from './store.ts'

export interface PriceImport {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly now: Date
  readonly requestId: string
}

export type SkipReason = 'not-here' | 'no-trade' | 'no-price' | 'off-tick' | 'twice'

export type ImportReport =
  | {
      readonly result: 'imported'
      readonly market: PriceFile['market']
      readonly date: string
      readonly taken: readonly string[]
      readonly skipped: Readonly<Record<SkipReason, readonly string[]>>
    }
  | { readonly result: 'known'; readonly market: PriceFile['market']; readonly date: string }
  | { readonly result: 'refused'; readonly why: string }

/**
 * Sets the opening reference of the next day for each of our instruments. The same file is imported once. A day older
 * than the newest import is refused: it would set the market back.
 */
export async function importPrices(db: Db, order: PriceImport): Promise<ImportReport> {
  let file: PriceFile
  try {
    file = parsePriceFile(order.bytes)
  } catch (error) {
    if (error instanceof WrongFile) return { result: 'refused', why: error.message }
    throw error
  }
  const { market, date } = file
  if (date > taipeiDate(order.now.getTime())) return { result: 'refused', why: `is of a day ahead, ${date}` }
  const fileHash = createHash('sha256').update(order.bytes).digest('hex')
  return db.transaction(async (tx): Promise<ImportReport> => {
    await lockImports(tx)
    if (await hasImport(tx, date, fileHash)) return { result: 'known', market, date }
    const newest = await newestImport(tx)
    if (newest !== undefined && newest > date) {
      return { result: 'refused', why: `is of ${date}, and ${newest} has been imported` }
    }
    const { taken, skipped } = await take(tx, file)
    const skippedCount = Object.values(skipped).reduce((sum, symbols) => sum + symbols.length, 0)
    const counts = { taken: taken.length, skipped: skippedCount }
    await insertImport(tx, { date, fileHash, fileName: order.fileName, ...counts, now: order.now })
    await recordAudit(tx, {
      action: 'instruments.prices-imported',
      actor: 'system',
      subject: `price-import:${date}`,
      details: { market, file: order.fileName, fileHash, ...counts },
      requestId: order.requestId,
    })
    return { result: 'imported', market, date, taken, skipped }
  })
}

async function take(
  tx: Tx,
  { rows }: PriceFile,
): Promise<{ taken: string[]; skipped: Record<SkipReason, string[]> }> {
  const ours = new Map((await lockImportable(tx)).map((row) => [row.symbol, row]))
  const prices = new Map<string, number>()
  const skipped: Record<SkipReason, string[]> = {
    'not-here': [],
    'no-trade': [],
    'no-price': [],
    'off-tick': [],
    twice: [],
  }
  for (const { symbol, close } of rows) {
    const instrument = ours.get(symbol)
    if (!instrument) skipped['not-here'].push(symbol)
    else if (close === 'none') skipped['no-trade'].push(symbol)
    else if (close === 'unreadable') skipped['no-price'].push(symbol)
    // The venue refuses such a reference.
    else if (!isOnTick(instrument.kind, close)) skipped['off-tick'].push(symbol)
    else if (prices.has(symbol)) skipped.twice.push(symbol)
    else prices.set(symbol, close)
  }
  await updateUntradedReferences(tx, [...prices.keys()], [...prices.values()])
  // An instrument that its shard does not know yet is listed with the new price; the others get a command.
  const listed = [...prices].filter(([symbol]) => ours.get(symbol)!.listed)
  await submitCommands(
    tx,
    listed.map(([symbol]) => shardOf(symbol)),
    listed.map(([symbol, price]) => {
      const command: SetReference = { kind: 'reference', symbol, price }
      return JSON.stringify(command)
    }),
  )
  return { taken: [...prices.keys()], skipped }
}
