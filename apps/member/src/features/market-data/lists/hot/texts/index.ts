import { defineTexts } from '@fairlot/app-shell/texts'

export const hotTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
