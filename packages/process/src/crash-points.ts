// Where a test may kill a process: just before and just after each of its durable writes. An app lists the names of its
// writes; a write that is not listed does not compile. Outside of tests every call is an empty function, and no
// variable can arm it.

const armed = process.env['FAIRLOT_MODE'] === 'test' ? process.env['FAIRLOT_CRASH_AT'] : undefined
const nothing = (): void => undefined

/** Like kill -9: nothing of this process runs after it. */
function endHere(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

const passPoint: (point: string) => void =
  armed === undefined ? nothing : (point) => void (point === armed && endHere())

interface CrashPoints<Write extends string> {
  /** For a write that is one statement. */
  crashPoint(point: `${Write}.${'before' | 'after'}`): void
  /** Executes the write between its two points, before it and after its answer. */
  aroundWrite<Answer>(write: Write, run: () => Promise<Answer>): Promise<Answer>
  /** Names the write of this transaction. */
  writesDurably(tx: object, write: Write): void
  /** Called on both sides of a transaction's commit. */
  passCommit(tx: object, side: 'before' | 'after'): void
}

/** Each name of a write stands for two points, `<name>.before` and `<name>.after` its commit. */
export function crashPointsOf<Write extends string>(): CrashPoints<Write> {
  const writes = new WeakMap<object, Write>()
  return {
    crashPoint: passPoint,
    aroundWrite:
      armed === undefined
        ? (_write, run) => run()
        : async (write, run) => {
            passPoint(`${write}.before`)
            const answer = await run()
            passPoint(`${write}.after`)
            return answer
          },
    writesDurably: armed === undefined ? nothing : (tx, write) => void writes.set(tx, write),
    passCommit:
      armed === undefined
        ? nothing
        : (tx, side) => {
            const write = writes.get(tx)
            if (write !== undefined) passPoint(`${write}.${side}`)
          },
  }
}
