import { useRead } from '#shell/data.ts'
import type { Rule } from './rows.ts'
import { rulesTexts } from './texts/index.ts'

interface RuleTrialProps {
  readonly rule: Pick<Rule, 'rule'>
  readonly value: number
}

/** What the value would have done to the requests of the last days. */
export function RuleTrial({ rule: { rule }, value }: RuleTrialProps) {
  const texts = rulesTexts.use().trial
  const { data } = useRead('/site/ruleEffect', { rule, value }, { keep: true })
  if (data === undefined) return '—'
  if (data.trial === null) return texts.none
  const { requests, concernedNow, concernedThen, members } = data.trial
  return texts.text(data.days, requests, concernedNow, concernedThen, members)
}
