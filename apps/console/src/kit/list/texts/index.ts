import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of every list of members' requests. A page with such a list lists these texts with its own. */
export const requestListTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
