import { defineTexts } from '@fairlot/app-shell/texts'

export type { TrailTexts } from './tw.ts'

/** The sentences of the audit trail. A page that shows the trail lists these texts with its own. */
export const trailTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
