import { defineTexts } from '@fairlot/app-shell/texts'

export const currencyExchangeTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
