import { defineTexts } from '#shell/i18n.ts'

/** Editing and alerts: they come with what is opened, not with the list. */
export const manageTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
