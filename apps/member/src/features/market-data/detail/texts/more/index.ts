import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of the parts that load later or on request: tape, facts, table, indicators. */
export const moreTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
