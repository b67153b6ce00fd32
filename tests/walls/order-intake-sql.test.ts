// The SQL functions of the order path lock, read and write. What may be bought, held or owed is decided by decideBatch, what
// a fill costs by settle.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const schema = readFileSync(new URL('../../database/schema.sql', import.meta.url), 'utf8')

const bodyOf = (name: string): string => {
  const found = new RegExp(`CREATE FUNCTION app\\.${name}\\([^]*?AS \\$\\$([^]*?)\\$\\$;`).exec(schema)
  if (!found) throw new Error(`database/schema.sql has no function app.${name}`)
  return found[1]!.replace(/--.*$/gm, '')
}

/**
 * Whether there is anything to lock or write, one order or all, an answer of the ledger that is a fault, and a hold
 * without its order.
 */
const structural = [
  "IF p_replaced <> '{}' THEN",
  "IF p_positions <> '{}' THEN",
  "IF p_held_orders <> '{}' THEN",
  "IF v_row.outcome <> 'insufficient' THEN",
  'IF v_holding <> cardinality(p_held_orders) - cardinality(v_refused) THEN',
  "IF p_stopped <> '{}' THEN",
  'IF p_order IS NULL THEN',
]

/** How far back a count reads, and balances that exist. */
const bounds = [
  'x.placed_at > p_counted_since',
  'o.placed_at > p_since',
  'f.traded_at > p_since',
  'b.balance > 0',
]

const path = [
  'lock_order_facts',
  'read_member_facts',
  'available_balances',
  'write_orders',
  'lock_cancels',
  'write_cancels',
]

/** Moves the money of a copy's purchase; sets a member's own stop; makes months; ids of a time; the checks of an order's row. None decides about an order. */
const beside = [
  'set_stop',
  'ensure_order_months',
  'first_order_id',
  'id_at',
  'is_order',
  'refuse_order',
  'write_copy_purchases',
]

/** Branches, and the operators that rules are made of: bounds, products, comparisons of amounts. */
function rulesIn(body: string): string[] {
  const branches = [...body.matchAll(/\b(?:IF|ELSIF|WHEN)\b[^;]*?\bTHEN\b/g)].map(([text]) => text)
  const operators = [...body.matchAll(/\b(?:CASE|greatest|least)\b|\S+ [<>]=? \S+|\s[*/]\s/g)].map(
    ([text]) => text,
  )
  return [
    ...branches.filter((text) => !structural.includes(text)),
    ...operators.filter((text) => !bounds.includes(text)),
  ]
}

test.each(path)('app.%s has no business rule', (name) => {
  const milliseconds = 'floor(extract(epoch FROM x.placed_at) * 1000)'
  // In place of CHECKs of the table: stops a process that writes other rows than the server does.
  const rowChecks =
    /CASE\s+WHEN d\.id NOT BETWEEN v_first AND v_last THEN app\.refuse_order\([^)]*\)\s+WHEN app\.is_order\([^)]*\) IS NOT TRUE THEN app\.refuse_order\([^)]*\)\s+ELSE true END/
  expect(rulesIn(bodyOf(name).replace(milliseconds, '').replace(rowChecks, ''))).toEqual([])
})

test('every function that orders and settlement call is checked', () => {
  const folder = new URL('../../apps/server/src/features/', import.meta.url)
  const sources = globSync('{orders,settlement}/**/*.ts', { cwd: folder }).map((file) =>
    readFileSync(new URL(file, folder), 'utf8'),
  )
  const called = [...sources, ...path.map(bodyOf)].flatMap((text) =>
    [...text.matchAll(/\bapp\.(\w+)\(/g)].map(([, name]) => name!),
  )
  expect([...new Set(called)].toSorted()).toEqual([...path, ...beside].toSorted())
})

test('a planted rule is found', () => {
  const planted = `BEGIN IF v_balance < p_cash THEN RETURN; END IF;
    SELECT CASE WHEN debt > 0 THEN least(debt, line) END, price * quantity; END`
  expect(rulesIn(planted)).toEqual([
    'IF v_balance < p_cash THEN',
    'WHEN debt > 0 THEN',
    'v_balance < p_cash',
    'CASE',
    'debt > 0',
    'least',
    ' * ',
  ])
})
