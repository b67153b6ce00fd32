import { defineTexts } from '#shell/i18n.ts'

/** Of every form that proposes something. A page that has one lists these texts with its own. */
export const proposalTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
