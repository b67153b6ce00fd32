import { defineTexts, type TextSet } from '@fairlot/app-shell/texts'
import type { ChapterBodies } from '../body.ts'
import type { Chapter } from '../chapters.ts'

/** The bodies of each chapter: loaded when one of its pages is opened or searched. */
export const bodies: { readonly [C in Chapter]: TextSet<ChapterBodies<C>> } = {
  start: defineTexts({ tw: () => import('./start/tw.ts'), en: () => import('./start/en.ts') }),
  trading: defineTexts({ tw: () => import('./trading/tw.ts'), en: () => import('./trading/en.ts') }),
  borrowing: defineTexts({ tw: () => import('./borrowing/tw.ts'), en: () => import('./borrowing/en.ts') }),
  offers: defineTexts({ tw: () => import('./offers/tw.ts'), en: () => import('./offers/en.ts') }),
  money: defineTexts({ tw: () => import('./money/tw.ts'), en: () => import('./money/en.ts') }),
  checking: defineTexts({ tw: () => import('./checking/tw.ts'), en: () => import('./checking/en.ts') }),
}
