import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of saved views. A page with saved views lists these texts with its own. */
export const savedViewsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
