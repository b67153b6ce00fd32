import { defineTexts } from '@fairlot/app-shell/texts'

export const entryTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
