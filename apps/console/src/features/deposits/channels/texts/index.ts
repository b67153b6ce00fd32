import { defineTexts } from '@fairlot/app-shell/texts'

export const channelsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
