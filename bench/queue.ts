// The operators' queue with 10,000 waiting reviews, 1,000,000 members and the reviews of past months: every action of
// the page as its browser requests it, through HTTP, with the right checked and the audit written. `npm run bench --
// queue [members] [rounds]`. The last line is the result as JSON.

import { cpus, loadavg } from 'node:os'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { openHarness, type Seat } from './queue/harness.ts'

const loadBefore = loadavg()[0]
const sizes = { members: Number(process.argv[2] ?? 1_000_000), waiting: 10_000, past: 200_000 }
const rounds = Number(process.argv[3] ?? 60)
const bar = 100

const harness = await openHarness(sizes)
try {
  const first = await harness.operator('approver')
  const second = await harness.operator('approver')
  const times = new Map<string, number[]>()
  const timed = async <P extends ConsolePath>(
    what: string,
    { ask }: Seat,
    path: P,
    body: ConsoleBodyOf<P>,
  ): Promise<ConsoleDataOf<P>> => {
    const began = performance.now()
    const answer = await ask(path, body)
    const ms = performance.now() - began
    if (answer.status !== 1) throw new Error(`${what}: ${answer.msg}`)
    times.set(what, [...(times.get(what) ?? []), ms])
    return answer.data
  }
  const list = (what: string, filter: ConsoleBodyOf<'/operators/queue'>['filter'], after?: string) =>
    timed(what, first, '/operators/queue', { filter, ...(after === undefined ? {} : { after }) })
  const firstOf = <Row>(rows: readonly Row[]): Row => {
    if (rows[0] === undefined) throw new Error('the queue is empty')
    return rows[0]
  }
  /** Reads all pages to the last one: the deepest must be as quick as the first. */
  const leaf = async (): Promise<void> => {
    let after: string | undefined
    for (let pages = 0; pages < sizes.waiting / 50; pages += 1) {
      const { next } = await list('next page', {}, after)
      if (next === null) return
      after = next
    }
  }

  const round = async (at: number): Promise<void> => {
    const top = await list('first page', {})
    await list('a kind, mine to vote', { kinds: ['deposit'], mine: true })
    await list('mine to vote', { mine: true })
    await list('second wanted', { secondWanted: true })
    await list('flagged', { flagged: true })
    await list('late', { waitingOverMinutes: 60 })
    await list('done', { state: 'closed' })
    await timed('counts', first, '/operators/queueCounts', {})
    const waiting = firstOf((await list('a kind', { kinds: ['deposit'] })).reviews)
    await list('of a member', { memberId: waiting.member?.memberId })
    await timed('search by account', first, '/operators/search', { text: String(at + 1).padStart(10, '0') })
    await timed('search by number', first, '/operators/search', { text: waiting.number })
    const seen = await timed('one review', first, '/operators/review', { reviewId: waiting.reviewId })
    const vote = {
      reviewId: waiting.reviewId,
      decision: 'approve',
      payloadHash: seen.payloadHash,
      note: 'the bank confirmed it',
    } as const
    const bySeat = (seat: Seat) => ({ ...vote, signature: seat.sign(seen, 'approve', vote.note) })
    await timed('first approval', first, '/operators/vote', bySeat(first))
    await timed('second approval', second, '/operators/vote', bySeat(second))
    const wanted = firstOf(top.reviews)
    const shown = await timed('one proposal', second, '/operators/review', { reviewId: wanted.reviewId })
    const { payloadHash } = shown
    await timed('rejection', second, '/operators/vote', {
      reviewId: wanted.reviewId,
      decision: 'reject',
      payloadHash,
      reason: 'not-needed',
      note: 'a rejection of the bench',
      signature: second.sign(shown, 'reject', 'a rejection of the bench', 'not-needed'),
    })
  }

  await leaf()
  times.clear()
  // The first five runs of a prepared statement are planned again: they count as well.
  for (let at = 0; at < rounds; at += 1) await round(at)
  await leaf()

  const actions = [...times].map(([what, list]) => {
    const sorted = list.toSorted((a, b) => a - b)
    const at = (share: number) =>
      tenths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    return { what, times: sorted.length, fastest: at(0), p50: at(0.5), p95: at(0.95), slowest: at(1) }
  })
  for (const { what, fastest, p50, p95, slowest } of actions)
    console.log(`${what}: ${p50} ms, 95 of 100 within ${p95}, fastest ${fastest}, slowest ${slowest}`)
  console.log(
    JSON.stringify({
      name: 'queue',
      ratio: tenths(Math.max(...actions.map(({ p95 }) => p95)) / bar, 100),
      ...sizes,
      actions,
      bars: { p95: bar },
      meaning: {
        ratio: 'the 95th of 100 of the slowest action over 100 ms; at most 1',
        actions: `milliseconds from asking to the whole answer, one at a time, ${rounds} rounds of everything the page of the queue asks for; console, PostgreSQL (durable) and the asking program on one machine`,
      },
      cores: cpus().length,
      loadBefore,
    }),
  )
} finally {
  await harness.stop()
}

function tenths(value: number, parts = 10): number {
  return Math.round(value * parts) / parts
}
