import { defineTexts } from '#shell/i18n.ts'

/** The words of what comes later or is asked for: tape, facts, table, indicators. */
export const moreTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
