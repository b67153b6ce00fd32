// The invariants. After every commit: those visible on the rows it wrote. At the end of a run: all of them, against the
// ledger summed from its lines and against the outcome that the venue's events require.

import type { Command } from '@fairlot/contract/venue'
import { hash as digest } from 'node:crypto'
import { createEngine, restoreEngine } from '@fairlot/engine'
import { fees, houseAccounts, lending, type Line, member, stock, tax } from '@fairlot/ledger'
import { linkText } from '@fairlot/proof'
import { heldFor, orderTransitions, type TradingTerms } from '@fairlot/rules/orders'
import { positionTransitions } from '@fairlot/rules/positions'
import { cursorOf } from '../actors/downstream.ts'
import { grant, poolShares } from '../actors/opening.ts'
import {
  type BatchRow,
  type HoldingRow,
  type LogRow,
  type OrderRow,
  type QueueRow,
  type QuoteRow,
  type QuoteTable,
  type SnapshotRow,
  tables,
} from '../actors/rows.ts'
import type { SettlementCursor } from '../actors/settlement.ts'
import type { Breach, Simulation } from '../actors/simulation.ts'
import { replay, shardRow, waitingOf } from '../actors/venue.ts'
import { assetOf, boundsFault, type HeldAmount, sumsOf } from '../world/ledger.ts'
import type { Change } from '../world/store.ts'
import { checkIntake, type Say } from './check-intake.ts'
import { checkPool } from './check-pool.ts'
import { type Expected, expectedOf, expectedHoldOf } from './expected.ts'

const isStep = (table: readonly (readonly [string, string])[], from: string, to: string): boolean =>
  from === to || table.some(([before, after]) => before === from && after === to)

/** Cheap: checks only the rows the commit wrote. */
export function checkCommit(simulation: Simulation, changes: readonly Change[], name: string): void {
  const { breaches, store, terms } = simulation
  const breach = (invariant: string, what: string): void => {
    breaches.push({ invariant, what: `${name}: ${what}` })
  }
  for (const { table, key, before, after } of changes) {
    if (table === 'entries') checkEntry((after as { lines: readonly Line[] }).lines, key, breach)
    else if (table === 'balances') {
      const fault = boundsFault(key, after as bigint)
      if (fault) breach('I4', `${key} is ${fault}`)
    } else if (table === 'holds') {
      const { left, opened } = after as HeldAmount
      if (left < 0n || left > opened) breach('I6', `hold ${key} has ${left} of ${opened}`)
    } else if (table === 'orders')
      checkOrderRow(terms, before as OrderRow | undefined, after as OrderRow, breach)
    else if (table === 'positions')
      checkHolding(before as HoldingRow | undefined, after as HoldingRow, breach)
    else if (table === tables.events || table === tables.log || table === tables.batches) {
      if (before !== undefined) breach('I22', `${key} of ${table} is written a second time`)
    } else if (table === 'fills' && before !== undefined) breach('I10', `${key} is settled a second time`)
    else if (table === 'settlement.cursors') {
      const { event } = after as SettlementCursor
      if (event > shardRow(store, Number(key)).event)
        breach('I22', `settlement is at ${event}, ahead of the log`)
    }
  }
  checkIntake(simulation, changes, breach)
}

function checkEntry(lines: readonly Line[], key: string, breach: Say): void {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of lines)
    sums.set(assetOf(account), (sums.get(assetOf(account)) ?? 0n) + amount)
  for (const [asset, sum] of sums) if (sum !== 0n) breach('I1', `${key}: ${asset} is off by ${sum}`)
}

function checkOrderRow(
  terms: TradingTerms,
  before: OrderRow | undefined,
  after: OrderRow,
  breach: Say,
): void {
  if (before && !isStep(orderTransitions, before.state, after.state))
    breach('I20', `order ${after.id} goes from ${before.state} to ${after.state}`)
  if (after.filled + after.left > after.quantity || after.left < 0)
    breach('I8', `order ${after.id} overfills`)
  if (before && before.state !== 'entrusted' && after.filled !== before.filled)
    breach('I8', `order ${after.id} fills after its end`)
  if ((after.state === 'entrusted') !== after.left > 0)
    breach('I20', `order ${after.id} has ${after.left} left`)
  if (after.state !== 'entrusted' && after.holdParts.some(({ remaining }) => remaining !== 0n))
    breach('I6', `order ${after.id} is ${after.state} and has money held`)
  if (after.state !== 'entrusted' || after.purpose !== 'open') return
  const cash = after.holdParts.reduce(
    (sum, part) => (part.account.includes('/stk:') ? sum : sum + part.remaining),
    0n,
  )
  const right = heldFor(terms, { ...after, filled: after.filledValue })
  if (cash !== right) breach('I5', `order ${after.id} has ${cash} held, should be ${right}`)
}

function checkHolding(before: HoldingRow | undefined, after: HoldingRow, breach: Say): void {
  if (before && !isStep(positionTransitions, before.state, after.state))
    breach('I20', `position ${after.id} goes from ${before.state} to ${after.state}`)
  if ((after.state === 'closed') !== (after.shares === 0))
    breach('I7', `position ${after.id} is ${after.state} with ${after.shares} shares`)
  if (after.closing < 0 || after.closing > after.shares)
    breach('I7', `position ${after.id}: ${after.closing} closing`)
  if (after.loan < 0n || after.collateral < 0n || after.interest < 0n)
    breach('I12', `position ${after.id} below zero`)
}

/** Nothing is pending: every command is applied, every event settled, read and delivered. */
export function isIdle(simulation: Simulation): boolean {
  const { store, shards, phones } = simulation
  return (
    store.table('withdrawals').size === 0 &&
    shards.every((shard) => {
      const { event } = shardRow(store, shard)
      const settled = store.read<SettlementCursor>('settlement.cursors', `${shard}`)?.event ?? 0
      return (
        waitingOf(store, shard).length === 0 && settled >= event && cursorOf(simulation, shard).event >= event
      )
    }) &&
    phones.every(
      ({ kept, memberId, process }) =>
        process.isUp &&
        kept.outbox.size === 0 &&
        kept.seen >= (store.read<number>('own_heads', memberId) ?? 0) &&
        [...kept.orders.values()].every(({ orderId, state, left }) => {
          const row = store.read<OrderRow>('orders', orderId)!
          return row.state === state && row.left === left
        }),
    )
  )
}

export function checkAll(simulation: Simulation): Breach[] {
  const breaches: Breach[] = []
  const say: Say = (invariant, what) => void breaches.push({ invariant, what })
  const expected = expectedOf(simulation)
  for (const fault of expected.faults) say(/^I\d+/.exec(fault)?.[0] ?? 'I10', fault)
  checkLog(simulation, say)
  checkCommands(simulation, say)
  checkOrders(simulation, expected, say)
  checkHoldings(simulation, expected, say)
  checkLedger(simulation, expected, say)
  checkPool(simulation, say)
  checkTimelines(simulation, say)
  checkPhones(simulation, say)
  checkReader(simulation, expected, say)
  return breaches
}

/** I22 and I23: contiguous, linked, and a replay from the beginning and from every snapshot gives the same result. */
function checkLog({ store, shards, planted }: Simulation, say: Say): void {
  for (const shard of shards) {
    const place = shardRow(store, shard)
    let hash = '0'.repeat(64)
    let sequence = 0
    let event = 0
    const batches = [...store.table<BatchRow>(tables.batches).values()]
      .filter((batch) => batch.shard === shard)
      .toSorted((a, b) => a.first - b.first)
    for (const batch of batches) {
      if (batch.first !== sequence + 1 || batch.firstEvent !== event + 1 || batch.previous !== hash)
        say('I22', `shard ${shard}: the batch from ${batch.first} does not follow ${sequence}`)
      ;({ hash } = batch)
      sequence = batch.last
      event = batch.lastEvent
    }
    if (place.sequence !== sequence || place.event !== event || place.hash !== hash)
      say('I22', `shard ${shard} stands at ${place.sequence}, its log at ${sequence}`)
    try {
      const engine = createEngine()
      replay(store, engine, shard, { sequence: 0, event: 0 }, sequence, planted)
      const final = engine.stateHash()
      const newest = [...store.table<SnapshotRow>(tables.snapshots).values()]
        .filter((snapshot) => snapshot.shard === shard)
        .toSorted((a, b) => b.sequence - a.sequence)[0]
      if (!newest) continue
      const again = restoreEngine(newest.state)
      replay(store, again, shard, newest, sequence, planted)
      if (again.stateHash() !== final) say('I23', `shard ${shard}: snapshot and tail lead elsewhere`)
    } catch (error) {
      say('I23', error instanceof Error ? error.message : String(error))
    }
  }
}

function ordersMadeBy(command: Command): readonly string[] {
  if (command.kind === 'block') return command.lines.map(({ order }) => order)
  if (command.kind !== 'place' && command.kind !== 'replace') return []
  if (!command.account.startsWith('member:')) return []
  return [command.kind === 'place' ? command.order : command.newOrder]
}

/** Every order went to the venue exactly once; every id reported to a phone as accepted exists. */
function checkCommands({ store, phones }: Simulation, say: Say): void {
  const times = new Map<string, number>()
  const count = (text: string): void => {
    for (const made of ordersMadeBy(JSON.parse(text) as Command)) times.set(made, (times.get(made) ?? 0) + 1)
  }
  for (const { command } of store.table<LogRow>(tables.log).values()) count(command)
  for (const { command } of store.table<QueueRow>(tables.queue).values()) count(command)
  for (const id of store.table<OrderRow>('orders').keys()) {
    const found = times.get(id) ?? 0
    if (found !== 1) say('I21', `order ${id} went to the venue ${found} times`)
    times.delete(id)
  }
  for (const id of times.keys()) say('I21', `the venue has order ${id}, which intake does not know`)
  for (const phone of phones)
    for (const id of phone.accepted) {
      const order = store.read<OrderRow>('orders', id)
      if (!order) say('lost', `order ${id} was accepted and is gone`)
    }
}

function checkOrders({ store, terms }: Simulation, expected: Expected, say: Say): void {
  for (const [id, right] of expected.orders) {
    const order = store.read<OrderRow>('orders', id)!
    if (order.state !== right.state || order.left !== right.left || order.filled !== right.filled)
      say(
        'I8',
        `order ${id} is ${order.state} ${order.filled}+${order.left}, the venue says ${right.state} ${right.filled}+${right.left}`,
      )
    if (
      order.filledValue !== right.value ||
      order.fee !== right.fee ||
      order.tax !== right.tax ||
      order.borrowFee !== right.borrowFee
    )
      say(
        'I11',
        `order ${id} was charged ${order.fee}+${order.tax}+${order.borrowFee}, should be ${right.fee}+${right.tax}+${right.borrowFee}`,
      )
    const expectedHold = expectedHoldOf(terms, right)
    let cash = 0n
    let shares = 0n
    for (const { account, remaining, holdId } of order.holdParts) {
      if (account.includes('/stk:')) shares += remaining
      else cash += remaining
      const held = store.read<HeldAmount>('holds', holdId)
      if (held?.left !== remaining)
        say('I5', `order ${id}: part ${account} has ${remaining}, its hold ${held?.left}`)
    }
    if (expectedHold.cash !== 'by-collateral' && cash !== expectedHold.cash)
      say('I5', `order ${id} has ${cash} held, should be ${expectedHold.cash}`)
    if (shares !== expectedHold.shares)
      say('I5', `order ${id} has ${shares} shares held, should be ${expectedHold.shares}`)
    if (order.replaces !== null && right.isAccepted) {
      const old = expected.orders.get(order.replaces)!
      if (old.state === 'entrusted') say('I20', `order ${id} replaced ${order.replaces}, which is still open`)
    }
  }
  const owned = new Set(
    [...expected.orders.values()].flatMap(({ order }) => order.holdParts.map(({ holdId }) => holdId)),
  )
  for (const [id, { left }] of store.table<HeldAmount>('holds'))
    if (left > 0n && !owned.has(id)) say('I5', `hold ${id} of ${left} belongs to no order`)
}

function checkHoldings({ store }: Simulation, expected: Expected, say: Say): void {
  const rows = store.table<HoldingRow>('positions')
  for (const id of rows.keys()) if (!expected.holdings.has(id)) say('I7', `position ${id} is unexpected`)
  for (const [id, right] of expected.holdings) {
    const row = rows.get(id)
    if (!row) {
      say('I7', `position ${id} is missing`)
      continue
    }
    if (row.shares !== right.shares)
      say('I7', `position ${id} has ${row.shares} shares, its fills say ${right.shares}`)
    if (row.loan !== right.loan) say('I12', `position ${id} owes ${row.loan}, should be ${right.loan}`)
    if (row.collateral !== right.collateral)
      say('I12', `position ${id} has ${row.collateral} as collateral, should be ${right.collateral}`)
    const closes = [...expected.orders.values()].filter(
      ({ order, state }) => order.purpose === 'close' && order.positionId === id && state === 'entrusted',
    )
    const closing = closes.reduce((sum, { left }) => sum + left, 0)
    if (row.closing !== closing)
      say('I7', `position ${id} has ${row.closing} closing, its orders say ${closing}`)
    const state = right.shares === 0 ? 'closed' : closes.length > 0 ? 'preparing-to-close' : 'holding'
    if (row.state !== state) say('I20', `position ${id} is ${row.state}, should be ${state}`)
  }
}

function checkLedger(simulation: Simulation, expected: Expected, say: Say): void {
  const { store, memberIds, instruments } = simulation
  const sums = sumsOf(store)
  const at = (account: string): bigint => sums.get(account as never) ?? 0n
  for (const [account, balance] of store.table<bigint>('balances'))
    if (at(account) !== balance) say('I3', `${account} says ${balance}, its lines ${at(account)}`)
  const totals = new Map<string, bigint>()
  const held = new Map<string, bigint>()
  for (const [account, sum] of sums) {
    totals.set(assetOf(account), (totals.get(assetOf(account)) ?? 0n) + sum)
    if (/\/settling@/.test(account) && sum !== 0n) say('I24', `${account} stands at ${sum}`)
  }
  for (const [asset, sum] of totals) if (sum !== 0n) say('I2', `${asset} sums to ${sum}`)
  for (const { account, left } of store.table<HeldAmount>('holds').values())
    held.set(account, (held.get(account) ?? 0n) + left)
  for (const [account, sum] of sums)
    if (/\/held(-receivable@.*)?$/.test(account) && sum !== (held.get(account) ?? 0n))
      say('I5', `${account} holds ${sum}, its holds ${held.get(account) ?? 0n}`)

  const orders = [...expected.orders.values()]
  const of = (name: 'fee' | 'tax' | 'borrowFee'): bigint =>
    orders.reduce((sum, order) => sum + order[name], 0n)
  const equal = (what: string, found: bigint, right: bigint, invariant = 'I11'): void => {
    if (found !== right) say(invariant, `${what} is ${found}, should be ${right}`)
  }
  equal('brokerage', at(fees('brokerage', 'TWD')), of('fee'))
  equal('tax', at(tax('transaction', 'TWD')), of('tax'))
  equal('borrow fee', at(fees('borrow', 'TWD')), of('borrowFee'))
  const holdings = [...expected.holdings.values()]
  equal(
    'lent cash',
    at(lending.lent('TWD')),
    holdings.reduce((sum, { loan }) => sum + loan, 0n),
    'I12',
  )
  const interest = interestOf(simulation, say)
  equal(
    'interest earned',
    at(houseAccounts.interest('TWD')),
    [...interest.values()].reduce((a, b) => a + b, 0n),
    'I11',
  )
  for (const { symbol } of instruments) {
    const asset = stock(symbol)
    const short = holdings.filter((holding) => holding.symbol === symbol && holding.direction === 'short')
    const lent = short.reduce((sum, { shares }) => sum + BigInt(shares), 0n)
    equal(`lent ${symbol}`, at(lending.lent(asset)), lent, 'I12')
    const pool = at(lending.available(asset)) + at(`lending/pool/${asset}/held`) + at(lending.lent(asset))
    equal(`the pool of ${symbol}`, pool, poolShares, 'I12')
  }
  for (const memberId of memberIds) checkMember(simulation, expected, memberId, sums, interest, equal)
}

function checkMember(
  { store, instruments }: Simulation,
  expected: Expected,
  memberId: string,
  sums: ReadonlyMap<string, bigint>,
  interest: ReadonlyMap<string, bigint>,
  equal: (what: string, found: bigint, right: bigint, invariant: string) => void,
): void {
  const holdings = [...expected.holdings.values()].filter((holding) => holding.memberId === memberId)
  const rows = [...store.table<HoldingRow>('positions').values()].filter((row) => row.memberId === memberId)
  const sumWhere = (asset: string, kinds: RegExp): bigint => {
    let sum = 0n
    for (const [account, balance] of sums) {
      const [kind, id, of, tail] = account.split('/')
      if (kind === 'member' && id === memberId && of === asset && kinds.test(tail!)) sum += balance
    }
    return sum
  }
  const owner = member(memberId)
  const loans = holdings.reduce((sum, { loan }) => sum + loan, 0n)
  equal(`loan of ${memberId}`, sums.get(owner.loan('TWD')) ?? 0n, -loans, 'I12')
  const owedInterest = rows.reduce((sum, row) => sum + row.interest, 0n)
  equal(`interest of ${memberId}`, sums.get(owner.interest('TWD')) ?? 0n, -owedInterest, 'I12')
  for (const row of rows)
    equal(`interest of holding ${row.id}`, row.interest + row.interestPaid, interest.get(row.id) ?? 0n, 'I11')
  const collateral = holdings.reduce((sum, holding) => sum + holding.collateral, 0n)
  equal(`collateral of ${memberId}`, sums.get(owner.collateral('TWD')) ?? 0n, collateral, 'I12')
  const interestPaid = rows.reduce((sum, row) => sum + row.interestPaid, 0n)
  const cash = sumWhere('TWD', /^(available|held|receivable@|held-receivable@|payable@|collateral)/)
  equal(`cash of ${memberId}`, cash, grant + (expected.cash.get(memberId) ?? 0n) - interestPaid, 'I7')
  for (const { symbol } of instruments) {
    const asset = stock(symbol)
    const mine = (direction: string): bigint =>
      holdings.reduce(
        (sum, holding) =>
          holding.symbol === symbol && holding.direction === direction ? sum + BigInt(holding.shares) : sum,
        0n,
      )
    equal(
      `${symbol} of ${memberId}`,
      sumWhere(asset, /^(available|held|receivable@|held-receivable@)/),
      mine('long'),
      'I7',
    )
    equal(`${symbol} owed by ${memberId}`, sums.get(owner.loan(asset)) ?? 0n, -mine('short'), 'I12')
  }
}

/** Interest charged per position, by its entries; one entry per position and day at most. */
function interestOf({ store }: Simulation, say: Say): Map<string, bigint> {
  const charged = new Map<string, bigint>()
  const days = new Set<string>()
  for (const [key, { event, reference, lines }] of store.table<{
    event: string
    reference: string
    lines: readonly Line[]
  }>('entries')) {
    if (event !== 'interest.accrued') continue
    const day = key.split('/').slice(0, 2).join('/')
    if (days.has(day)) say('I11', `interest of ${day} is charged twice`)
    days.add(day)
    const amount = lines.find(({ account }) => account.startsWith('house/'))!.amount
    charged.set(reference, (charged.get(reference) ?? 0n) + amount)
  }
  return charged
}

/** Every step is there, in order, hashed onto the one before. */
function checkTimelines({ store }: Simulation, say: Say): void {
  for (const { id, steps, stepsHash } of store.table<OrderRow>('orders').values()) {
    let hash = '0'.repeat(64)
    for (let n = 1; n <= steps; n += 1) {
      const step = store.read<{ at: number; what: string; who: string; data: string; hash: string }>(
        'steps',
        `${id}/${n}`,
      )
      if (!step) {
        say('I20', `order ${id} has no step ${n}`)
        return
      }
      const fields = [id, new Date(step.at).toISOString(), step.what, step.who, step.data]
      hash = digest('sha256', linkText(hash, BigInt(n), fields))
      if (hash !== step.hash) say('I20', `step ${n} of order ${id} does not link`)
    }
    if (hash !== stepsHash) say('I20', `the timeline of order ${id} has another head`)
    if (store.read('steps', `${id}/${steps + 1}`)) say('I20', `order ${id} has a step beyond its head`)
  }
}

/** The phone's counted and displayed state equals the stored state. */
function checkPhones({ store, phones }: Simulation, say: Say): void {
  for (const { kept, memberId } of phones) {
    for (const [id, filled] of kept.filled) {
      const order = store.read<OrderRow>('orders', id)
      if (order?.filled !== filled)
        say('phone', `${memberId} counted ${filled} of ${id}, stored are ${order?.filled}`)
    }
    for (const { id, filled, memberId: owner } of store.table<OrderRow>('orders').values())
      if (owner === memberId && filled !== (kept.filled.get(id) ?? 0))
        say('phone', `${memberId} counted ${kept.filled.get(id) ?? 0} of ${id}, stored are ${filled}`)
    for (const { orderId, state, left } of kept.orders.values()) {
      const row = store.read<OrderRow>('orders', orderId)!
      if (row.state !== state || row.left !== left)
        say('phone', `${memberId} shows ${orderId} as ${state}, it is ${row.state}`)
    }
  }
}

function checkReader(simulation: Simulation, expected: Expected, say: Say): void {
  const { store, instruments, shards } = simulation
  for (const shard of shards) {
    const cursor = cursorOf(simulation, shard)
    const place = shardRow(store, shard)
    if (cursor.sequence === place.sequence && cursor.hash !== place.hash)
      say('I22', `the reader of shard ${shard} is at ${cursor.sequence} on another chain`)
  }
  for (const table of ['market.quotes', 'settlement.prices'] satisfies QuoteTable[])
    for (const { symbol } of instruments) {
      const quote = store.read<QuoteRow>(table, symbol)
      const { volume, trades, last } = expected.volumes.get(symbol) ?? {
        volume: 0,
        trades: 0,
        last: undefined,
      }
      if ((quote?.volume ?? 0) !== volume || (quote?.trades ?? 0) !== trades || quote?.last !== last)
        say(
          'I22',
          `${symbol}: ${table} has ${quote?.volume} in ${quote?.trades}, the last at ${quote?.last}; traded were ${volume} in ${trades}, the last at ${last}`,
        )
    }
}
