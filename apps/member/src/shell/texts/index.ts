import { defineTexts } from '@fairlot/app-shell/texts'

/** The shell's own texts: titles, states, menu. Loaded before the first render, so `now()` always works. */
export const shellTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
