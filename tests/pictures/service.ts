// Matters at customer service, an article, a notice, a dividend, an alert; and members with restrictions.

import type { DataOf } from '../../packages/contract/src/index.ts'
import { restrict } from '../e2e/support/database.ts'
import { until } from '../e2e/support/money.ts'
import type { Office } from './office.ts'
import { openPerson, type Person } from './people.ts'
import type { Screens } from './samples.ts'

/** One matter with an answer, one that waits. */
export async function askService({ post }: Person, office: Office): Promise<Screens> {
  const open = (topic: string, title: string, text: string) =>
    post<{ threadId: string }>('/support/open', { topic, title, text, language: 'tw' })
  const { threadId } = await open('money', '提領被退回', '銀行說查無帳號，可是我用同一個帳號收過薪水。')
  await open('trading', '零股多久撮合一次', '早上下的零股單等了一下才成交，想知道多久撮合一次。')
  const { entries } = await office.ask<{ entries: { entryId: string }[] }>('/support/thread', { threadId })
  await office.send('/support/answer', {
    threadId,
    text: '你好，退回的金額已經回到可用資金。這個帳號的分行代碼少一碼，請在銀行帳戶重新加入，再提領一次。',
    closes: false,
    seen: entries.at(-1)!.entryId,
  })
  return {}
}

/** Written by one operator, approved by another, and corrected once. */
export async function writeNews(me: Person, office: Office): Promise<Screens> {
  const draft = {
    topic: 'lesson',
    title: { tw: '零股怎麼成交', en: 'How odd lots trade' },
    body: {
      tw: '一股也能買。零股和整張分開撮合，用集合競價。\n\n## 什麼時候撮合\n\n09:10 起 | 每 5 秒一次\n13:40 到 14:30 | 盤後一次\n\n## 要付多少\n\n手續費每筆最低 1 元，賣出時另有證交稅。',
      en: 'One share is enough. Odd lots have their own book and trade by call auctions.\n\n## When\n\nFrom 09:10 | every 5 seconds\n13:40 to 14:30 | once after the close\n\n## What it costs\n\nThe fee is at least NT$1; a sale also pays the transaction tax.',
    },
    rule: 'fee.brokerage',
    symbols: ['0050'],
    picture: null,
  }
  const why = '本週的教學計畫'
  const articleId = await office.publish('/news/proposeArticle', { ...draft, publishAt: null, why })
  await until(async () => {
    const { articles } = await me.api.ask<{ articles: { articleId: string }[] }>('/news/list', {})
    return articles.some((each) => each.articleId === articleId)
  })
  await office.publish('/news/proposeCorrection', {
    ...draft,
    articleId,
    corrects: 1,
    note: { tw: '補上盤後零股的時間。', en: 'Adds the hours after the close.' },
    why,
  })
  await office.publish('/notices/proposeNotice', {
    title: {
      tw: '歡迎來到模擬市場',
      en: 'Welcome to the practice market',
    },
    summary: {
      tw: '行情與資金都是模擬的，規則和費用照實計算。',
      en: 'Prices and money are simulated; rules and costs are real.',
    },
    body: {
      tw: '行情由這裡的撮合產生，資金是練習用的。每一筆成交、餘額和抽籤都能在手機上重算。',
      en: 'Prices come from the matching here, and the money is for practice. Your phone can recompute every fill, balance and draw.',
    },
    path: '/user/aboutUs?view=checks',
    reason: '開站公告',
  })
  const { notices } = await me.api.ask<DataOf<'/notices/list'>>('/notices/list', {})
  return {
    '/home/DetailsPage': { query: `id=${articleId}` },
    '/home/noticeDetail': { query: `id=${notices[0]?.noticeId ?? ''}` },
    '/user/aboutUs?view=help': { query: '' },
  }
}

/** The issuer's dividend of a stock that the member holds. */
export async function findDividend({ api }: Person): Promise<Screens> {
  const { actions } = await api.ask<DataOf<'/corporate-actions/ofStock'>>('/corporate-actions/ofStock', {
    symbol: '2317',
  })
  return { '/position/position?view=dividend': { query: `symbol=2317&id=${actions[0]?.actionId ?? ''}` } }
}

/** Stocks to watch, in two groups, with an alert. */
export async function watch({ post }: Person): Promise<Screens> {
  for (const symbol of ['2330', '2317', '0050', '2603', '2412', '2454', '2881'])
    await post('/favourites/addFavourite', { symbol })
  await post('/favourites/addAlert', { symbol: '2603', kind: 'moves', threshold: 300, repeat: 'daily' })
  return {}
}

/** One may not withdraw; one may not sign in. */
export async function restrictMembers(): Promise<Screens> {
  const [barred, blocked] = [await openPerson(), await openPerson()]
  await restrict(barred.member, 'no-withdrawal', 'identity-doubt')
  await restrict(blocked.member, 'login-banned', 'suspected-takeover')
  return {
    '/user/setting?view=restrictions': { as: barred.member.account },
    '/login/login?view=restrictions': { as: blocked.member.account },
  }
}
