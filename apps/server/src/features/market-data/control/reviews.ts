// Halts, decided by two operators and executed as ordinary commands of the venue. The console cannot influence a price
// or a trade; it can only halt and resume.

import {
  type HaltInstrument,
  type ResumeInstrument,
  shardOf,
  shards,
  type Subjects,
} from '@fairlot/contract/venue'
import { recordAudit } from '#features/audit'
import { findInstrument } from '#features/instruments'
import { publishNotice } from '#features/notices'
import type { ReviewKindHandler } from '#features/operators'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import { haltPayload, resumePayload } from './halt-payload.ts'
import { haltTexts, resumeTexts } from './notice-texts.ts'
import {
  endHalt,
  insertHalt,
  lockHalts,
  readOpenHalts,
  readStandingRow,
  readVenueSymbols,
  submitCommands,
} from './store.ts'

export interface MarketControlDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

type Command = HaltInstrument | ResumeInstrument

async function send(tx: Tx, { bus, subjects }: MarketControlDeps, commands: readonly Command[]) {
  await submitCommands(
    tx,
    commands.map((command) => ({ shard: shardOf(command.symbol), text: JSON.stringify(command) })),
  )
  const wanted = new Set(commands.map(({ symbol }) => shardOf(symbol)))
  for (const shard of shards) {
    if (wanted.has(shard)) publishAfterCommit(tx, bus, subjects.wakeExchange(shard), { shard })
  }
}

const pathOf = (symbol: string | null): string =>
  symbol === null ? '/market/market' : `/market/marketDetail?symbol=${symbol}`

async function nameOf(tx: Tx, symbol: string | null): Promise<string> {
  if (symbol === null) return '*'
  const instrument = await findInstrument(tx, symbol)
  return instrument ? `${symbol} ${instrument.nameTw} / ${instrument.nameEn}` : symbol
}

async function standingFacts(tx: Tx, symbol: string | null) {
  if (symbol === null) return []
  const { orders, buyLots, sellLots, conditional } = await readStandingRow(tx, symbol)
  return [
    { code: 'market.orders', value: String(orders) },
    { code: 'market.buy-lots', value: String(buyLots) },
    { code: 'market.sell-lots', value: String(sellLots) },
    { code: 'market.conditional', value: String(conditional) },
  ]
}

export const marketHaltReviews = (deps: MarketControlDeps): ReviewKindHandler => ({
  kind: 'market-halt',
  async describe(tx, { payload }) {
    const { symbol, reason } = haltPayload.parse(payload)
    const open = await readOpenHalts(tx)
    return {
      facts: [
        { code: 'market.security', value: await nameOf(tx, symbol) },
        { code: 'market.reason', value: reason },
        ...(await standingFacts(tx, symbol)),
      ],
      checks: [
        { ok: !open.some((halt) => halt.symbol === symbol), code: 'market.not-halted-yet', value: '' },
      ],
      effects: ['market.halts', 'market.cancels-market-orders', 'market.cancels-pass', 'market.notified'],
    }
  },
  async execute(tx, { payload, reviewId }, { now, requestId }) {
    const { symbol, reason } = haltPayload.parse(payload)
    await lockHalts(tx)
    const open = await readOpenHalts(tx)
    if (open.some((halt) => halt.symbol === symbol)) return 'superseded'
    await insertHalt(tx, { haltId: reviewId, symbol, reason, haltedAt: now })
    const listed = symbol === null ? await readVenueSymbols(tx) : [{ symbol }]
    // Excludes securities that are already halted, alone or with the whole market: the exchange would refuse those.
    const stopped = new Set(
      symbol === null
        ? open.map((halt) => halt.symbol)
        : open.some((halt) => halt.symbol === null)
          ? [symbol]
          : [],
    )
    await send(
      tx,
      deps,
      listed
        .filter((one) => !stopped.has(one.symbol))
        .map((one) => ({ kind: 'halt', symbol: one.symbol, reason })),
    )
    const instrument = symbol === null ? undefined : await findInstrument(tx, symbol)
    await publishNotice(tx, {
      noticeId: reviewId,
      texts: haltTexts(instrument, reason),
      path: pathOf(symbol),
      at: now,
    })
    await recordAudit(tx, {
      action: 'market-data.halted',
      actor: 'system',
      subject: symbol === null ? 'market:whole' : `instrument:${symbol}`,
      details: { reviewId, reason },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
})

export const marketResumeReviews = (deps: MarketControlDeps): ReviewKindHandler => ({
  kind: 'market-resume',
  async describe(tx, { payload }) {
    const { symbol, halt: haltId } = resumePayload.parse(payload)
    const halt = (await readOpenHalts(tx)).find((one) => one.haltId === haltId)
    return {
      facts: [
        { code: 'market.security', value: await nameOf(tx, symbol) },
        { code: 'market.halted-since', value: halt?.haltedAt.toISOString() ?? '—' },
        { code: 'market.reason', value: halt?.reason ?? '—' },
        ...(await standingFacts(tx, symbol)),
      ],
      checks: [{ ok: halt !== undefined, code: 'market.still-halted', value: '' }],
      effects: ['market.collects', 'market.one-price', 'market.goes-on', 'market.notified'],
    }
  },
  async execute(tx, { payload, reviewId }, { now, requestId }) {
    const { symbol, halt: haltId } = resumePayload.parse(payload)
    await lockHalts(tx)
    const open = await readOpenHalts(tx)
    const halt = open.find((one) => one.haltId === haltId)
    if (!halt) return 'superseded'
    // The whole market was halted meanwhile: this security resumes together with it.
    const standsWhole = symbol !== null && open.some((one) => one.symbol === null)
    await endHalt(tx, haltId, reviewId, now)
    const listed = symbol === null ? await readVenueSymbols(tx) : standsWhole ? [] : [{ symbol }]
    const own = new Set(symbol === null ? open.map((one) => one.symbol) : [])
    await send(
      tx,
      deps,
      listed.filter((one) => !own.has(one.symbol)).map((one) => ({ kind: 'resume', symbol: one.symbol })),
    )
    const instrument = symbol === null ? undefined : await findInstrument(tx, symbol)
    await publishNotice(tx, {
      noticeId: reviewId,
      texts: resumeTexts(instrument),
      path: pathOf(symbol),
      at: now,
    })
    await recordAudit(tx, {
      action: 'market-data.resumed',
      actor: 'system',
      subject: symbol === null ? 'market:whole' : `instrument:${symbol}`,
      details: { reviewId, haltId },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
})
