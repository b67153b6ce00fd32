import { defineTexts } from '../i18n.ts'

/** The shell's own texts. Loaded before the first render, so `now()` always works. */
export const shellTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
