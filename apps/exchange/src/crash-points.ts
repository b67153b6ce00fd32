// Where a test may end the exchange: just before and just after each of its durable writes. apps/server has the same
// seam for its own (platform/crash-points.ts). Outside of tests every call is an empty function.

export const exchangeWrites = [
  'exchange.take',
  'exchange.batch',
  'exchange.snapshot',
  'exchange.prune',
] as const
export type ExchangeWrite = (typeof exchangeWrites)[number]

const armed = process.env['FAIRLOT_MODE'] === 'test' ? process.env['FAIRLOT_CRASH_AT'] : undefined

/** As kill -9: nothing of this process runs after it. */
function endHere(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** Does the write, passing the point before it and the point after its answer. */
export const aroundWrite: <Answer>(write: ExchangeWrite, run: () => Promise<Answer>) => Promise<Answer> =
  armed === undefined
    ? (_write, run) => run()
    : async (write, run) => {
        if (armed === `${write}.before`) endHere()
        const answer = await run()
        if (armed === `${write}.after`) endHere()
        return answer
      }
