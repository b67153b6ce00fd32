import { defineTexts } from '@fairlot/app-shell/texts'

export const blockTradesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
