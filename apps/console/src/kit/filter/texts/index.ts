import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of the filter bar. A page with one lists these texts with its own. */
export const filterTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
