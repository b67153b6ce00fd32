// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { queueTexts } from '#features/operators'
import { filterTexts } from '#kit/filter/texts/index.ts'
import { proposalTexts } from '#kit/proposal/texts/index.ts'
import { trailTexts } from '#kit/trail/texts/index.ts'
import { savedViewsTexts } from '#kit/views/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { membersTexts } from './texts/index.ts'

export const membersPages: readonly ConsolePage[] = [
  {
    path: '/members',
    title: { tw: '會員', en: 'Members' },
    right: 'read',
    texts: [membersTexts, queueTexts, proposalTexts, savedViewsTexts, trailTexts, filterTexts],
    menu: { icon: 'mine', group: 'work' },
    keywords: ['member', 'restriction', 'identity'],
    load: () => import('./MembersPage.tsx').then((file) => file.MembersPage),
  },
]
