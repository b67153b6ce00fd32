// The notice to members about a rule change, in both languages, with a link to the rule.

import { taipeiDate } from '@fairlot/rules/calendar'
import { ruleText, ruleTitlesEn, ruleTitlesTw, ruleUnitsEn, ruleUnitsTw } from '@fairlot/rules/site'
import type { SiteNotice } from '#features/notices'

interface Announced {
  /** Executed twice it is still one notice. */
  readonly reviewId: string
  readonly rule: string
  readonly unit: string
  readonly value: number
  readonly why: { readonly tw: string; readonly en: string }
  readonly now: Date
}

const pathOf = (rule: string): string => `/user/aboutUs?view=rules&rule=${encodeURIComponent(rule)}`
const titles = (rule: string) => ({ tw: ruleTitlesTw[rule] ?? rule, en: ruleTitlesEn[rule] ?? rule })
const valueTexts = (value: number, unit: string) => ({
  tw: ruleText(value, unit, ruleUnitsTw),
  en: ruleText(value, unit, ruleUnitsEn),
})

export function announceChange({
  reviewId,
  rule,
  unit,
  before,
  value,
  holdsFrom,
  why,
  now,
}: Announced & { readonly before: number; readonly holdsFrom: Date }): SiteNotice {
  const title = titles(rule)
  const [from, to] = [valueTexts(before, unit), valueTexts(value, unit)]
  const day = taipeiDate(holdsFrom.getTime()).replaceAll('-', '/')
  const atOnce = holdsFrom <= now
  const summary = {
    tw: `${atOnce ? '即時生效' : `${day} 起`}，由 ${from.tw} 改為 ${to.tw}。`,
    en: `${atOnce ? 'From now on' : `From ${day}`}: changed from ${from.en} to ${to.en}.`,
  }
  return {
    noticeId: reviewId,
    texts: {
      title: { tw: `規則調整：${title.tw}`, en: `Rule change: ${title.en}` },
      summary,
      body: { tw: `${summary.tw}\n\n原因：${why.tw}`, en: `${summary.en}\n\nReason: ${why.en}` },
    },
    path: pathOf(rule),
    at: now,
  }
}

export function announceStop({ reviewId, rule, unit, value, why, now }: Announced): SiteNotice {
  const title = titles(rule)
  const to = valueTexts(value, unit)
  const summary = {
    tw: `先前公告改為 ${to.tw}，現已取消變更。`,
    en: `The announced change to ${to.en} was called off.`,
  }
  return {
    noticeId: reviewId,
    texts: {
      title: { tw: `規則維持不變：${title.tw}`, en: `Rule unchanged: ${title.en}` },
      summary,
      body: { tw: `${summary.tw}\n\n原因：${why.tw}`, en: `${summary.en}\n\nReason: ${why.en}` },
    },
    path: pathOf(rule),
    at: now,
  }
}
