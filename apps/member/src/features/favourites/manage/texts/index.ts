import { defineTexts } from '@fairlot/app-shell/texts'

/** Editing and alerts: these texts load with their sheets, not with the list. */
export const manageTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
