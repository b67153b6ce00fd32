import type { Executor } from '@fairlot/ledger'
import type pg from 'pg'

/** Entries that no process may post, for test setup: the owner is not bound by ledger.posting_rights. */
export const asOwner = (owner: pg.Client): Executor => ({
  query: async <Row>(text: string, values?: readonly unknown[]) =>
    (await owner.query(text, values === undefined ? undefined : [...values])).rows as readonly Row[],
})
