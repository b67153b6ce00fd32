import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of every proposal form. A page with such a form lists these texts with its own. */
export const proposalTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
