import type { Executor } from '@fairlot/ledger'

const pageRows = 5_000
let cursors = 0

/** The rows of a query in pages, so that a table of any size fits. In a transaction: a cursor ends with it. */
export async function* pagesOf<Row>(tx: Executor, sql: string): AsyncGenerator<readonly Row[]> {
  const name = `pages_${(cursors += 1)}`
  await tx.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`)
  for (;;) {
    const page = await tx.query<Row>(`FETCH ${pageRows} FROM ${name}`)
    if (page.length > 0) yield page
    if (page.length < pageRows) break
  }
  await tx.query(`CLOSE ${name}`)
}

/** Until the transaction ends: each table is read as a whole and joined by hashing, also through a cursor. */
export async function askOfAll(tx: Executor): Promise<void> {
  await tx.query(`SELECT set_config('work_mem', '64MB', true), set_config('cursor_tuple_fraction', '1', true),
    set_config('jit', 'off', true)`)
}
