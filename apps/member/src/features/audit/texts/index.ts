import { defineTexts } from '@fairlot/app-shell/texts'

export const auditTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
