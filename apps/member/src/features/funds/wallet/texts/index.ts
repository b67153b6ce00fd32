import { defineTexts } from '#shell/i18n.ts'

export const walletTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
