import { defineTexts } from '@fairlot/app-shell/texts'

export const withdrawalDetailTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
