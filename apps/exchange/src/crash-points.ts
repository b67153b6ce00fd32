// Where a test may kill the exchange: just before and just after each of its durable writes. apps/server has the same
// for its own (platform/crash-points.ts). Outside of tests every call is an empty function.

export const exchangeWrites = [
  'exchange.take',
  'exchange.batch',
  'exchange.snapshot',
  'exchange.prune',
] as const
export type ExchangeWrite = (typeof exchangeWrites)[number]
/** Needs an engine that fails: tests/faults/command-kill.test.ts visits it. */
type FaultWrite = 'exchange.set-aside'

const armed = process.env['FAIRLOT_MODE'] === 'test' ? process.env['FAIRLOT_CRASH_AT'] : undefined

/** Like kill -9: nothing of this process runs after it. */
function endHere(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** Executes the write between its two crash points, before it and after its answer. */
export const aroundWrite: <Answer>(
  write: ExchangeWrite | FaultWrite,
  run: () => Promise<Answer>,
) => Promise<Answer> =
  armed === undefined
    ? (_write, run) => run()
    : async (write, run) => {
        if (armed === `${write}.before`) endHere()
        const answer = await run()
        if (armed === `${write}.after`) endHere()
        return answer
      }
