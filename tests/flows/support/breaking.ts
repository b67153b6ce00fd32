import type { Db, Tx } from '../../../apps/server/src/platform/db.ts'

/** A connection that breaks after this many statements. */
export function breaking(db: Db, statements: number): Db {
  let left = statements
  const wrap = (tx: Tx): Tx => ({
    query(text, values) {
      left -= 1
      return left < 0 ? Promise.reject(new Error('cut short')) : tx.query(text, values)
    },
  })
  // afterCommit identifies a transaction by its own object, so the wrapper extends that object.
  return {
    ...db,
    query: wrap(db).query,
    transaction: (run) =>
      db.transaction((tx) => run(Object.assign(tx, { query: wrap({ query: tx.query.bind(tx) }).query }))),
  }
}
