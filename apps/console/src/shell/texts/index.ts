import { defineTexts } from '../i18n.ts'

/** The shell's own texts. Loaded before the first render, so `now()` always answers. */
export const shellTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
