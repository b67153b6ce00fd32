// The text of a push about an urgent review. A lock screen shows it: it names the kind and the deadline, and no member,
// amount, security or person.

import { reviewKindTable, type ReviewKind } from '@fairlot/contract/operators'
import { taipeiIso } from '../calendar/taipei.ts'

export function describeUrgent(
  kind: ReviewKind,
  decideBy: Date,
  language: 'tw' | 'en',
): { readonly title: string; readonly text: string } {
  const due = taipeiIso(decideBy.getTime()).slice(11, 16)
  const name = reviewKindTable[kind][language]
  return language === 'tw'
    ? { title: '緊急審核', text: `${name}，請在 ${due} 前決定。` }
    : { title: 'Urgent review', text: `${name}, to be decided by ${due}.` }
}
