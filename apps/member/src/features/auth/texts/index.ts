import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of the sign-in screens. */
export const authTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
