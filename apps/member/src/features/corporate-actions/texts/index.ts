import { defineTexts } from '@fairlot/app-shell/texts'

export const corporateActionsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
