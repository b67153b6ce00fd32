import { defineTexts } from '#shell/i18n.ts'

/** Texts of every proposal form. A page with such a form lists these texts with its own. */
export const proposalTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
