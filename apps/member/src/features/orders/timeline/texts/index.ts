import { defineTexts } from '@fairlot/app-shell/texts'

export const timelineTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
