import type { RuleProfile } from '@fairlot/rules/orders'
import { isSettable, noticeDays } from '@fairlot/rules/site'
import { readOpenProposals } from '#features/operators'
import type { Db } from '#platform/db'
import { valuedRules, versionOf } from './read-rules.ts'
import { ruleChangePayload } from './rule-change-payload.ts'
import { selectNamedRuleValues } from './store.ts'

/** Like the members' page, with the names of operators and with open proposals. */
export async function readRuleBook(db: Db, profile: RuleProfile, now: Date) {
  const [rows, proposals] = await Promise.all([
    selectNamedRuleValues(db),
    readOpenProposals(db, ['rule-change']),
  ])
  const valued = valuedRules(rows, profile, now)
  return {
    version: versionOf(valued),
    profile,
    noticeDays,
    rules: valued.map(({ rule, value, starting }) => {
      const open = proposals.find(({ subject }) => subject === rule.id)
      const asked = open && ruleChangePayload.parse(open.payload)
      return {
        rule: rule.id,
        feature: rule.feature,
        unit: rule.unit,
        value,
        starting,
        min: rule.min,
        max: rule.max,
        settable: isSettable(rule),
        changes: rows
          .filter((row) => row.rule === rule.id)
          .map((row) => ({
            changeId: row.id.toString(),
            value: Number(row.value),
            announcedAt: row.announced_at.toISOString(),
            holdsFrom: row.holds_from.toISOString(),
            reason: { tw: row.reason, en: row.reason_en },
            by: [...row.by],
            stopped:
              row.stopped_at === null
                ? null
                : {
                    at: row.stopped_at.toISOString(),
                    reason: { tw: row.stop_reason ?? '', en: row.stop_reason_en ?? '' },
                    by: [...row.stopped_by],
                  },
          })),
        proposal:
          open && asked
            ? {
                reviewId: open.reviewId,
                number: open.number,
                openedAt: open.openedAt.toISOString(),
                by: open.by,
                value: 'stop' in asked ? null : asked.value,
                notBefore: 'stop' in asked ? null : asked.notBefore,
              }
            : null,
      }
    }),
  }
}
