// Where a test may kill this process: just before and just after each durable write of trading and of reviews. The
// tests read these lists: a write that is not listed does not compile, and a listed point that no test visits fails the
// test. Outside of tests every call is an empty function, and no variable can arm it.

/** Each stands for two points, `<name>.before` and `<name>.after` its commit. */
export const durableWrites = [
  'intake.place',
  'intake.cancel',
  'intake.cancel-all',
  'intake.guards',
  'conditional.place',
  'conditional.cancel',
  'conditional.read-trades',
  'conditional.fire',
  'conditional.follow-up',
  'conditional.maintain-pair',
  'conditional.reprice',
  'conditional.expire',
  'settlement.apply',
  'settlement.seat-nets',
  'settlement.sweep',
  'settlement.interest',
  'settlement.keep-day-trades',
  'margin.look',
  'day-trading.keep',
  'day-trading.announce',
  'day-trading.cover',
] as const
export type DurableWrite = (typeof durableWrites)[number]

/** The writes of reviews; tests/faults/review-kill.test.ts visits these. */
export const reviewWrites = ['review.open', 'review.vote', 'review.execute'] as const
export type ReviewWrite = (typeof reviewWrites)[number]
export type CrashPoint = `${DurableWrite | ReviewWrite}.${'before' | 'after'}`

const armed = process.env['FAIRLOT_MODE'] === 'test' ? process.env['FAIRLOT_CRASH_AT'] : undefined
const nothing = (): void => undefined

/** Like kill -9: nothing of this process runs after it. */
function endHere(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** For a write that is one statement. */
export const crashPoint: (point: CrashPoint) => void =
  armed === undefined ? nothing : (point) => void (point === armed && endHere())

const writes = new WeakMap<object, DurableWrite | ReviewWrite>()

/** Names the write of this transaction; `db.transaction` then passes the two points around its commit. */
export const writesDurably: (tx: object, write: DurableWrite | ReviewWrite) => void =
  armed === undefined ? nothing : (tx, write) => void writes.set(tx, write)

/** Called by `db.transaction` on both sides of the commit. */
export const passCommit: (tx: object, side: 'before' | 'after') => void =
  armed === undefined
    ? nothing
    : (tx, side) => {
        const write = writes.get(tx)
        if (write !== undefined && `${write}.${side}` === armed) endHere()
      }
