// What a rule would have done to the requests of the last days. Only for rules that a stored request can be compared
// with; for the others there is no figure, and none is made up.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { dayMs } from '@fairlot/rules/calendar'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { valuesOf } from './propose-rule.ts'
import { countConcerned, type Measure, selectRuleValues, type Trial } from './store.ts'

export const trialDays = 30

const measures: Readonly<Partial<Record<string, Measure>>> = {
  'deposit.min': { of: 'deposits', figure: 'amount', concerned: 'below' },
  'deposit.maxPerTxn': { of: 'deposits', figure: 'amount', concerned: 'above' },
  'deposit.reviewAbove': { of: 'deposits', figure: 'amount', concerned: 'from' },
  'deposit.opens': { of: 'deposits', figure: 'clock', concerned: 'below' },
  'deposit.closes': { of: 'deposits', figure: 'clock', concerned: 'from' },
  'withdraw.min': { of: 'withdrawals', figure: 'amount', concerned: 'below' },
  'withdraw.maxPerTxn': { of: 'withdrawals', figure: 'amount', concerned: 'above' },
  'withdraw.opens': { of: 'withdrawals', figure: 'clock', concerned: 'below' },
  'withdraw.closes': { of: 'withdrawals', figure: 'clock', concerned: 'from' },
}

/** Null for a rule that no stored request can be compared with. */
export async function tryRule(
  tx: Tx,
  { rule, before, value }: { readonly rule: string; readonly before: number; readonly value: number },
  now: Date,
): Promise<Trial | null> {
  const measure = measures[rule]
  if (measure === undefined) return null
  return countConcerned(tx, measure, { before, value }, new Date(now.getTime() - trialDays * dayMs))
}

/** Refuses: `rule.not-found`. */
export async function readRuleEffect(
  tx: Tx,
  profile: RuleProfile,
  { rule, value }: { readonly rule: string; readonly value: number },
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/site/ruleEffect'>>> {
  const before = valuesOf(await selectRuleValues(tx), profile, now).get(rule)?.[0]
  if (before === undefined) return refuse('rule.not-found', { field: 'rule' })
  return done({ days: trialDays, trial: await tryRule(tx, { rule, before, value }, now) })
}
