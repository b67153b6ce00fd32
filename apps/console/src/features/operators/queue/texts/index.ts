import { defineTexts } from '@fairlot/app-shell/texts'

export type { QueueTexts } from './tw.ts'
export const queueTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
