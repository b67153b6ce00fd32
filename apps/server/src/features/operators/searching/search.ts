import { maskAccount } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { findByAccount, findById, findByNumber, type FoundRow } from './store.ts'

/** Complete numbers only: a prefix search would let operators browse members. */
export async function search(tx: Tx, asked: string): Promise<FoundRow[]> {
  const text = asked.trim()
  const found = await find(tx, text)
  return found.map((row) => (row.kind === 'member' ? { ...row, title: maskAccount(row.title) } : { ...row }))
}

function find(tx: Tx, text: string): Promise<readonly FoundRow[]> {
  const digits = text.replace(/-/g, '')
  if (/^\d{10}$/.test(digits)) return findByAccount(tx, digits)
  if (/^[a-z]\d{4}-\d{6,}$/i.test(text)) return findByNumber(tx, text.toUpperCase())
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return findById(tx, text)
  return Promise.resolve([])
}
