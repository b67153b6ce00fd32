import { defineTexts } from '@fairlot/app-shell/texts'

export const ordersTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
