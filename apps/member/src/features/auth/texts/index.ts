import { defineTexts } from '#shell/i18n.ts'

/** Texts of the sign-in screens. */
export const authTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
