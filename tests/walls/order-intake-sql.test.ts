// The SQL of order intake locks, reads and writes. What may be bought, held or owed is decided by decideBatch.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const schema = readFileSync(new URL('../../database/schema.sql', import.meta.url), 'utf8')

const bodyOf = (name: string): string => {
  const found = new RegExp(`CREATE FUNCTION app\\.${name}\\([^]*?AS \\$\\$([^]*?)\\$\\$;`).exec(schema)
  if (!found) throw new Error(`database/schema.sql has no function app.${name}`)
  return found[1]!.replace(/--.*$/gm, '')
}

/** Whether there is anything to lock or write; and an answer of the ledger that is a fault. */
const structural = [
  "IF p_replaced <> '{}' THEN",
  "IF p_positions <> '{}' THEN",
  "IF p_held_orders <> '{}' THEN",
  "IF v_row.outcome <> 'insufficient' THEN",
  "IF p_stopped <> '{}' THEN",
]

/** Branches, and the operators that rules are made of: bounds, products, comparisons of amounts. */
function rulesIn(body: string): string[] {
  const branches = [...body.matchAll(/\b(?:IF|ELSIF|WHEN)\b[^;]*?\bTHEN\b/g)].map(([text]) => text)
  const operators = [...body.matchAll(/\b(?:CASE|greatest|least)\b|[<>]=|\s[*/]\s/g)].map(([text]) => text)
  return [...branches.filter((text) => !structural.includes(text)), ...operators]
}

test.each(['lock_order_facts', 'read_member_facts', 'write_orders'])(
  'app.%s has no business rule',
  (name) => {
    const milliseconds = 'floor(extract(epoch FROM x.placed_at) * 1000)'
    expect(rulesIn(bodyOf(name).replace(milliseconds, ''))).toEqual([])
  },
)

test('a planted rule is found', () => {
  const planted = `BEGIN IF v_balance < p_cash THEN RETURN; END IF;
    SELECT CASE WHEN debt > 0 THEN least(debt, line) END, price * quantity; END`
  expect(rulesIn(planted)).toEqual([
    'IF v_balance < p_cash THEN',
    'WHEN debt > 0 THEN',
    'CASE',
    'least',
    ' * ',
  ])
})
