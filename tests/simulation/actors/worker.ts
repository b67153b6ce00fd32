// The worker's timed jobs: the phases of the trading day, arrivals on their settlement date, interest, and what seats
// owe each other. Two workers run with different clocks; a job that may happen once a day is guarded by a key in its
// own transaction, never by which worker runs.

import type { Phase } from '@fairlot/contract/venue'
import { type AccountCode, type Asset, entry, member, seat } from '@fairlot/ledger'
import { addDays } from '@fairlot/rules/calendar'
import { copyPoolSeat } from '@fairlot/rules/members'
import { balanceOf, post } from '../world/ledger.ts'
import type { Process, Routine } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, type Transaction } from '../world/store.ts'
import { submit } from './venue.ts'
import type { HoldingRow, MarginCallRow, WithdrawalRow } from './rows.ts'
import type { Simulation } from './simulation.ts'

/** The state of the trading day; the next change is due at `until` by the reading worker's own clock. */
export interface DayRow {
  readonly date: string
  readonly phase: Phase
  readonly until: number
}

const order: readonly Phase[] = ['opening-call', 'continuous', 'closing-call', 'closed']
const lengths: Readonly<Record<Phase, readonly [number, number]>> = {
  'opening-call': [600, 2_000],
  continuous: [2_500, 8_000],
  'closing-call': [500, 1_500],
  closed: [200, 800],
}

export function addWorker(simulation: Simulation, name: string): Process {
  const { scheduler } = simulation
  return scheduler.addProcess(name, 'worker', (own) => run(simulation, own))
}

function* run(simulation: Simulation, process: Process): Routine {
  const { scheduler, store } = simulation
  for (;;) {
    yield { at: 'worker.sleep', ms: scheduler.random.between(500, 1_200) }
    try {
      const day = store.read<DayRow>('days', 'now')!
      // A day here is ten thousand times shorter than a real one, so the effect of five minutes of clock skew is scaled
      // too.
      const clock = scheduler.now + process.skewMs / 600
      if (!simulation.isResting() && clock >= day.until) yield* changePhase(simulation, process, day)
      yield* arrivals(simulation, process)
      yield* accrue(simulation, process)
      if (scheduler.random.chance(0.3)) yield* netSeats(simulation, process)
      if (scheduler.random.chance(0.06)) yield* changeCall(simulation, process)
      if (simulation.isResting() || scheduler.random.chance(0.5))
        yield* cancelWithdrawals(simulation, process)
    } catch (error) {
      if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
      yield { at: 'worker.again', ms: 200 }
    }
  }
}

function* changePhase(simulation: Simulation, process: Process, day: DayRow): Routine {
  const { scheduler, store, shards } = simulation
  const isNewDay = day.phase === 'closed'
  const phase = isNewDay ? 'opening-call' : order[order.indexOf(day.phase) + 1]!
  const date = isNewDay ? addDays(day.date, 1) : day.date
  const [min, max] = lengths[phase]
  const until = scheduler.now + scheduler.random.between(min, max)
  yield* store.transaction(process, 'worker.phase', function* (tx) {
    yield* tx.lock('days/now')
    yield* tx.statement('insert')
    const now = tx.get<DayRow>('days', 'now')!
    if (now.date !== day.date || now.phase !== day.phase) return
    yield* tx.put('days', 'now', { date, phase, until })
    for (const shard of shards) {
      const seed = phase === 'opening-call' ? { seed: `${simulation.seed} ${date}` } : {}
      yield* submit(simulation, tx, shard, { kind: 'phase', date, phase, ...seed })
    }
  })
  for (const shard of shards) simulation.wakeVenues(shard)
}

/** Arrivals due today or earlier that are still pending; all of one member's are one entry. */
function* arrivals(simulation: Simulation, process: Process): Routine {
  const { store, memberIds } = simulation
  const { date } = store.read<DayRow>('days', 'now')!
  for (const memberId of memberIds) {
    if (!hasArrivals(store.table<bigint>('balances'), memberId, date)) continue
    yield* store.transaction(process, 'worker.arrive', function* (tx) {
      const due = dueAccounts(tx, memberId, date)
      yield* tx.lock(...due.flatMap(({ account, to }) => [`balances/${account}`, `balances/${to}`]))
      yield* tx.statement('due')
      const moves = movesOf(tx, dueAccounts(tx, memberId, date))
      if (moves.length === 0) return
      const number = store.nextNumber('arrivals')
      const head = {
        event: 'settlement.arrived',
        reference: memberId,
        key: `arrive:${memberId}/${date}/${number}`,
        postedAt: new Date(Math.floor(store.scheduler.now)),
      }
      const answer = yield* post(tx, simulation.cores.arrive(head, moves))
      if (!answer.posted) throw new Aborted(`the ledger refuses an arrival: ${answer.why} on ${answer.on}`)
    })
  }
}

interface DueAccount {
  readonly account: AccountCode
  readonly to: AccountCode
}

const datedKind = /^member\/([^/]+)\/([^/]+)\/(receivable|payable)@(.+)$/

function hasArrivals(balances: ReadonlyMap<string, bigint>, memberId: string, date: string): boolean {
  for (const [account, balance] of balances) {
    const match = datedKind.exec(account)
    if (!match || match[1] !== memberId || match[4]! > date || balance === 0n) continue
    // A debt waits until there is something to pay it from.
    if (match[3] === 'receivable' || (balances.get(member(memberId).available('TWD')) ?? 0n) > 0n) return true
  }
  return false
}

function dueAccounts(tx: Transaction, memberId: string, date: string): DueAccount[] {
  const due: DueAccount[] = []
  for (const [account] of tx.rows<bigint>('balances')) {
    const match = datedKind.exec(account)
    if (!match || match[1] !== memberId || match[4]! > date) continue
    due.push({ account: account as AccountCode, to: member(memberId).available(match[2] as Asset) })
  }
  // Arrivals first, then debts.
  return due.toSorted((a, b) => (a.account < b.account ? 1 : -1))
}

function movesOf(tx: Transaction, due: readonly DueAccount[]) {
  const moves: { account: AccountCode; to: AccountCode; amount: bigint }[] = []
  const free = new Map<AccountCode, bigint>()
  for (const { account, to } of due) {
    const balance = balanceOf(tx, account)
    const available = free.get(to) ?? balanceOf(tx, to)
    if (balance > 0n) {
      moves.push({ account, to, amount: balance })
      free.set(to, available + balance)
    } else if (balance < 0n) {
      const paid = -balance < available ? -balance : available
      if (paid <= 0n) continue
      moves.push({ account: to, to: account, amount: paid })
      free.set(to, available - paid)
    }
  }
  return moves
}

/** Charges every calendar day of a loan once, however many workers run and however often. */
function* accrue(simulation: Simulation, process: Process): Routine {
  const { store, planted } = simulation
  const { date } = store.read<DayRow>('days', 'now')!
  for (const { id, loan, interestThrough } of store.table<HoldingRow>('positions').values()) {
    if (loan === 0n || interestThrough >= date) continue
    yield* store.transaction(process, 'worker.interest', function* (tx) {
      yield* tx.lock(`positions/${id}`)
      yield* tx.statement('accrue')
      const position = tx.get<HoldingRow>('positions', id)!
      if (position.loan === 0n || (position.interestThrough >= date && planted !== 'interest-twice')) return
      const accrued = simulation.cores.interestOf(position, date)
      yield* tx.put('positions', id, { ...position, ...accrued.position })
      if (accrued.amount === 0n) return
      const suffix = planted === 'interest-twice' ? `/${store.nextNumber('interest')}` : ''
      const head = {
        event: 'interest.accrued',
        reference: id,
        key: `interest:${id}/${date}${suffix}`,
        postedAt: new Date(Math.floor(store.scheduler.now)),
      }
      const answer = yield* post(tx, simulation.cores.accrueInterest(head, position.memberId, accrued.amount))
      if (!answer.posted) throw new Error(`the ledger refuses interest: ${answer.why} on ${answer.on}`)
    })
  }
}

/**
 * Opens a member's margin call, or ends it. Not by the maintenance ratio: prices move too little in a few days. As in
 * production it does not take the member's lock.
 */
function* changeCall({ store, scheduler, memberIds }: Simulation, process: Process): Routine {
  // An open one is ended sooner than a new one is opened.
  const open = memberIds.filter((id) => store.read<MarginCallRow>('margin_calls', id)?.isOpen)
  const memberId = scheduler.random.pick(open.length > 0 ? open : memberIds)
  yield* store.transaction(process, 'worker.call', function* (tx) {
    yield* tx.lock(`margin_calls/${memberId}`)
    yield* tx.statement('change')
    const isOpen = tx.get<MarginCallRow>('margin_calls', memberId)?.isOpen ?? false
    yield* tx.put('margin_calls', memberId, { isOpen: !isOpen } satisfies MarginCallRow)
  })
}

function* cancelWithdrawals({ store }: Simulation, process: Process): Routine {
  for (const memberId of store.table('withdrawals').keys())
    yield* store.transaction(process, 'worker.withdrawal', function* (tx) {
      yield* tx.lock(`withdrawals/${memberId}`)
      yield* tx.statement('cancel')
      const pending = tx.get<WithdrawalRow>('withdrawals', memberId)
      if (!pending) return
      const building = entry({
        event: 'withdrawal.released',
        reference: memberId,
        key: `${pending.holdId}/release`,
        postedAt: new Date(Math.floor(store.scheduler.now)),
      })
      const account = member(memberId).available('TWD')
      const answer = yield* post(tx, building.release(pending.holdId, pending.amount, account).done())
      if (!answer.posted) throw new Error(`the ledger refuses a release: ${answer.why} on ${answer.on}`)
      yield* tx.put('withdrawals', memberId, undefined)
    })
}

/** The pool of blocks owes what it pays other seats: it has nothing of its own. */
const poolAccounts = (nets: readonly { ledgerId: string; asset: Asset }[]): ReadonlySet<AccountCode> =>
  new Set(
    nets.flatMap(({ ledgerId, asset }) =>
      ledgerId === copyPoolSeat.ledgerId ? [seat(ledgerId).available(asset)] : [],
    ),
  )

/** Trades between two seats reach the ledger netted. */
function* netSeats(simulation: Simulation, process: Process): Routine {
  const { store } = simulation
  const { date } = store.read<DayRow>('days', 'now')!
  if (store.table('seat_nets').size === 0) return
  yield* store.transaction(process, 'worker.seat-nets', function* (tx) {
    const keys = [...store.table('seat_nets').keys()].toSorted()
    yield* tx.lock(...keys.map((key) => `seat_nets/${key}`))
    yield* tx.statement('post')
    const nets = keys.flatMap((key) => {
      const amount = tx.get<bigint>('seat_nets', key) ?? 0n
      const [ledgerId, asset] = key.split(' ')
      return amount === 0n ? [] : [{ ledgerId: ledgerId!, asset: asset as Asset, amount }]
    })
    for (const key of keys) yield* tx.put('seat_nets', key, undefined)
    if (nets.length === 0) return
    const head = {
      event: 'seat.netted',
      reference: 'seats',
      key: `nets:${store.nextNumber('nets')}`,
      postedAt: new Date(Math.floor(store.scheduler.now)),
    }
    const answer = yield* post(tx, simulation.cores.seatNets(head, nets, poolAccounts(nets), date))
    if (!answer.posted) throw new Error(`the ledger refuses the seats' nets: ${answer.why} on ${answer.on}`)
  })
}
