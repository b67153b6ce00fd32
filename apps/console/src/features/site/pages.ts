import { filterTexts } from '#kit/filter/texts/index.ts'
import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { rulesTexts } from './rules/texts/index.ts'

export const sitePages: readonly ConsolePage[] = [
  {
    path: '/rules',
    title: { tw: '規則與設定', en: 'Rules and settings' },
    right: 'read',
    texts: [rulesTexts, proposalTexts, filterTexts],
    menu: { icon: 'sliders', group: 'site' },
    keywords: ['rule', 'fee', 'limit', 'title', 'logo', 'menu', 'site'],
    load: () => import('./rules/RulesPage.tsx').then((file) => file.RulesPage),
  },
]
