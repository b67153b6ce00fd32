import { defineTexts } from '@fairlot/app-shell/texts'

export const calendarTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
