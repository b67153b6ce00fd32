// The rule book: the rules of packages/rules, with the values that operators have set.

import { createHash } from 'node:crypto'
import { blockStartingValues } from '@fairlot/rules/block-trades'
import { startingValues, type RuleProfile } from '@fairlot/rules/orders'
import { type BookedRule, rulebook } from '@fairlot/rules/site'
import type { Tx } from '#platform/db'
import { type RuleValueRow, selectRuleValues } from './store.ts'

/** Real money uses the real limits; the practice market shortens waits of months for its visitors. */
export const ruleProfileOf = (money: 'practice' | 'real'): RuleProfile =>
  money === 'real' ? 'tw' : 'practice'

const bounds = new Map(rulebook.map((rule) => [rule.id, rule]))

/**
 * By rule id, the values that operators have set and that are in force now. A value outside its rule's bounds throws.
 */
export async function readRuleValues(tx: Tx, now: Date): Promise<ReadonlyMap<string, number>> {
  return inForce(await selectRuleValues(tx), now)
}

export function inForce(rows: readonly RuleValueRow[], now: Date): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  for (const row of rows) {
    if (row.stopped_at !== null || row.holds_from > now || values.has(row.rule)) continue
    const rule = bounds.get(row.rule)
    const value = Number(row.value)
    if (rule && (value < rule.min || value > rule.max)) {
      throw new Error(`rule ${row.rule} is set to ${value}, outside ${rule.min} to ${rule.max}`)
    }
    values.set(row.rule, value)
  }
  return values
}

export interface ValuedRule {
  readonly rule: BookedRule
  readonly value: number
  /** The value unless operators have set one. */
  readonly starting: number
}

export function valuedRules(
  rows: readonly RuleValueRow[],
  profile: RuleProfile,
  now: Date,
): readonly ValuedRule[] {
  const set = inForce(rows, now)
  const starts = new Map([...startingValues(profile), ...blockStartingValues(profile)])
  return rulebook.map((rule) => {
    const starting = starts.get(rule.id) ?? rule.default
    return { rule, starting, value: set.get(rule.id) ?? starting }
  })
}

/** Equal on the members' page and in the console while both read the same values. */
export const versionOf = (rules: readonly ValuedRule[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rules.map(({ rule, value }) => [rule.id, value])))
    .digest('hex')

export async function readRules(tx: Tx, money: 'practice' | 'real', now: Date) {
  const rows = await selectRuleValues(tx)
  const profile = ruleProfileOf(money)
  const valued = valuedRules(rows, profile, now)
  const rules = valued.map(({ rule, value }) => ({
    ...facts(rule),
    value,
    history: rows
      .filter((row) => row.rule === rule.id)
      .map((row) => ({
        value: Number(row.value),
        announcedAt: row.announced_at.toISOString(),
        holdsFrom: row.holds_from.toISOString(),
        reason: row.reason,
        reasonEn: row.reason_en,
        stoppedAt: row.stopped_at?.toISOString() ?? null,
      })),
  }))
  return { version: versionOf(valued), profile, rules }
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
