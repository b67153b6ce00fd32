import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { calendarTexts } from './texts/index.ts'

export const calendarPages: readonly ConsolePage[] = [
  {
    path: '/calendar',
    title: { tw: '交易日曆', en: 'Calendar' },
    right: 'read',
    texts: [calendarTexts, proposalTexts],
    menu: { icon: 'calendar', group: 'market' },
    keywords: ['closure', 'holiday', 'typhoon', 'settlement'],
    load: () => import('./CalendarPage.tsx').then((file) => file.CalendarPage),
  },
]
