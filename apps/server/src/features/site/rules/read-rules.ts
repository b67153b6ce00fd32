// The rule book: what stands in packages/rules, with what operators have set in force over it.

import { createHash } from 'node:crypto'
import { startingValues, type RuleProfile } from '@fairlot/rules/orders'
import { type BookedRule, rulebook } from '@fairlot/rules/site'
import type { Tx } from '#platform/db'
import { type RuleValueRow, selectRuleValues } from './store.ts'

/** Real money goes by the real limits; the practice market shortens what a visitor would wait months for. */
export const ruleProfileOf = (money: 'practice' | 'real'): RuleProfile =>
  money === 'real' ? 'tw' : 'practice'

const bounds = new Map(rulebook.map((rule) => [rule.id, rule]))

/** By rule id, those that operators have set and that hold now. A value outside its rule's bounds stops the caller. */
export async function readRuleValues(tx: Tx, now: Date): Promise<ReadonlyMap<string, number>> {
  return inForce(await selectRuleValues(tx), now)
}

function inForce(rows: readonly RuleValueRow[], now: Date): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  for (const row of rows) {
    if (row.holds_from > now || values.has(row.rule)) continue
    const rule = bounds.get(row.rule)
    const value = Number(row.value)
    if (rule && (value < rule.min || value > rule.max)) {
      throw new Error(`rule ${row.rule} is set to ${value}, outside ${rule.min} to ${rule.max}`)
    }
    values.set(row.rule, value)
  }
  return values
}

export async function readRules(tx: Tx, money: 'practice' | 'real', now: Date) {
  const rows = await selectRuleValues(tx)
  const profile = ruleProfileOf(money)
  const set = inForce(rows, now)
  const starting = startingValues(profile)
  const rules = rulebook.map((rule) => ({
    ...facts(rule),
    value: set.get(rule.id) ?? starting.get(rule.id) ?? rule.default,
    history: rows
      .filter((row) => row.rule === rule.id)
      .map((row) => ({
        value: Number(row.value),
        announcedAt: row.announced_at.toISOString(),
        holdsFrom: row.holds_from.toISOString(),
        reason: row.reason,
      })),
  }))
  const version = createHash('sha256')
    .update(JSON.stringify(rules.map(({ rule, value }) => [rule, value])))
    .digest('hex')
  return { version, profile, rules }
}

const facts = ({ id, feature, default: usual, min, max, unit, reason }: BookedRule) => ({
  rule: id,
  feature,
  default: usual,
  min,
  max,
  unit,
  reason,
})
