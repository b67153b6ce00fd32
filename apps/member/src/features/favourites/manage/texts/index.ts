import { defineTexts } from '#shell/i18n.ts'

/** Editing and alerts: these texts load with their sheets, not with the list. */
export const manageTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
