import { defineTexts } from '@fairlot/app-shell/texts'

export const upcomingTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
