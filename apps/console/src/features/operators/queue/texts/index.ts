import { defineTexts } from '#shell/i18n.ts'

export type { QueueTexts } from './tw.ts'
export const queueTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
