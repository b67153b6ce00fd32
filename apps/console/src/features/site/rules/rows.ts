// Rules and settings in one list: operators look for the current value, whichever table it is in.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ruleText } from '@fairlot/rules/site'
import type { RulesTexts } from './texts/tw.ts'

export type Rule = ConsoleDataOf<'/site/ruleBook'>['rules'][number]
export type Change = Rule['changes'][number]
export type Setting = ConsoleDataOf<'/site/siteConfig'>['pairs'][number]

export type Row =
  | { readonly kind: 'rule'; readonly key: string; readonly chapter: string; readonly rule: Rule }
  | { readonly kind: 'setting'; readonly key: string; readonly chapter: 'site'; readonly setting: Setting }

export const chapters = ['trading', 'margin', 'day-trading', 'funds', 'accounts', 'site'] as const

const chapterOf: Readonly<Record<string, (typeof chapters)[number]>> = {
  orders: 'trading',
  positions: 'margin',
  'day-trading': 'day-trading',
  'block-trades': 'trading',
  deposits: 'funds',
  withdrawals: 'funds',
  'bank-accounts': 'funds',
  coupons: 'funds',
  'new-shares': 'funds',
  auctions: 'funds',
  mentors: 'trading',
  'copy-trading': 'trading',
  'savings-plans': 'trading',
  credit: 'funds',
  'corporate-actions': 'funds',
  funds: 'funds',
}

export const rowsOf = (rules: readonly Rule[], settings: readonly Setting[]): readonly Row[] => [
  ...chapters.flatMap((chapter) =>
    rules
      .map((rule) => ({
        kind: 'rule' as const,
        key: rule.rule,
        chapter: chapterOf[rule.feature] ?? 'accounts',
        rule,
      }))
      .filter((row) => row.chapter === chapter),
  ),
  ...settings.map((setting) => ({
    kind: 'setting' as const,
    key: `site.${setting.name}`,
    chapter: 'site' as const,
    setting,
  })),
]

export const valueText = (rule: Pick<Rule, 'unit'>, value: number, texts: RulesTexts): string =>
  ruleText(value, rule.unit, texts.units)

export const settingText = (name: string, value: string, texts: RulesTexts): string =>
  value === ''
    ? texts.empty
    : name === 'menu'
      ? texts.menuCount(value.split(',').length)
      : name === 'logo'
        ? value.slice('site/logo/'.length, 'site/logo/'.length + 8)
        : value

/** Announced but not yet in force. */
export const announcedOf = (rule: Rule, now: Date): Change | undefined =>
  rule.changes.find(({ holdsFrom, stopped }) => stopped === null && new Date(holdsFrom) > now)

/** Changes in force now or earlier, newest first: the first is the current one. */
export const heldOf = (rule: Rule, now: Date): readonly Change[] =>
  rule.changes.filter(({ holdsFrom, stopped }) => stopped === null && new Date(holdsFrom) <= now)

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Taipei',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** 2026/03/18, in Taiwan. */
export const dayText = (instant: string): string => parts.format(new Date(instant)).replaceAll('-', '/')
