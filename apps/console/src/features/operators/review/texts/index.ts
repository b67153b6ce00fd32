import { defineTexts } from '@fairlot/app-shell/texts'

export type ReviewTexts = Readonly<Record<string, string>>

/**
 * The texts of every code in a review: facts, checks, lines, pictures, effects, flags, outcomes. A code begins with its
 * feature's name, so a new kind adds lines here and no page.
 */
export const reviewTexts = defineTexts<ReviewTexts>({
  tw: () => import('./tw.ts'),
  en: () => import('./en.ts'),
})
