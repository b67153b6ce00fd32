// Work that must not run while a transaction holds a connection: hashing a password, counting a try that must stay
// counted when the request is refused. A handler requests it where its result is needed, so that refusals keep their
// order; the transaction is rolled back, the work runs without a connection, and the handler runs again with the
// result.

export type Outside = <Result>(work: () => Promise<Result>) => Promise<Result>

class NeedsOutside extends Error {
  readonly work: () => Promise<unknown>

  constructor(work: () => Promise<unknown>) {
    super('work outside the transaction is needed first')
    this.work = work
  }
}

/** `run` opens the transaction. It must request the same work in the same order each time. */
export async function withOutside<Result>(run: (outside: Outside) => Promise<Result>): Promise<Result> {
  const results: unknown[] = []
  for (;;) {
    let asked = 0
    try {
      return await run(async <Given>(work: () => Promise<Given>) => {
        if (asked < results.length) return results[asked++] as Given
        throw new NeedsOutside(work)
      })
    } catch (error) {
      if (!(error instanceof NeedsOutside)) throw error
      results.push(await error.work())
    }
  }
}
