import { defineTexts } from '@fairlot/app-shell/texts'

export const sectorsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
