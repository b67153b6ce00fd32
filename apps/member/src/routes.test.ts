import { describe, expect, test } from 'vitest'
import { routes } from './routes.tsx'
import { placeOf, tabNames } from './shell/route.ts'
import { texts as en } from './shell/texts/en.ts'
import { texts as tw } from './shell/texts/tw.ts'

// The specification's exact paths. The app can have fewer while it is being built, never others.
const specified = new Set([
  ...['start', 'reLogin', 'logon', 'logon2', 'login', 'register'].map((name) => `/login/${name}`),
  ...['index', 'moreNews', 'DetailsPage', 'coupons', 'search', 'notice', 'noticeDetail', 'searchIndex'].map(
    (name) => `/home/${name}`,
  ),
  ...['usercenter', 'setting', 'loginPassword', 'setPassword', 'recharge', 'rechargeChannel', 'withdraw'].map(
    (name) => `/user/${name}`,
  ),
  ...[
    'WithCard',
    'BankCard',
    'FundingDetails',
    'bandCard',
    'exchange',
    'language',
    'agreement',
    'aboutUs',
  ].map((name) => `/user/${name}`),
  '/user/pj',
  '/user/jkjl',
  ...['market', 'stockHot/stockList', 'marketDetail', 'marketBuy', 'subscribe', 'subscribeDetail'].map(
    (name) => `/market/${name}`,
  ),
  '/market/subscribeRecord',
  '/market/favo',
  '/position/position',
  '/position/positionDetail',
  ...['dayTrading', 'dividend', 'dividend2', 'dividend3'].map((name) => `/common/${name}`),
  ...['gdindex', 'gdList', 'dsFllow', 'dsFllowInfo', 'dsFllowRecord'].map((name) => `/gdindex/${name}`),
  '/trading/trading',
  '/wallet/index',
])

describe('the route table', () => {
  test('has only specified paths, each once', () => {
    expect(specified.size).toBe(52)
    expect(routes.map(({ path }) => path).filter((path) => !specified.has(path))).toEqual([])
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  })

  test('gives every route and every view a title in both languages', () => {
    for (const { title, views = {} } of routes) {
      for (const key of [title, ...Object.values(views).map((view) => view.title)]) {
        expect(tw.titles[key]).toMatch(/\p{Script=Han}/u)
        expect(en.titles[key]).toMatch(/^[\x20-\x7e’]+$/)
      }
    }
  })

  test('marks keepAlive only where a page is kept', () => {
    const kept = [
      '/home/index',
      '/market/market',
      '/market/stockHot/stockList',
      '/position/position',
      '/gdindex/gdindex',
      '/user/usercenter',
    ]
    for (const { path, keepAlive } of routes)
      expect([path, keepAlive === true]).toEqual([path, kept.includes(path)])
  })

  test('marks the member centre as simulated money', () => {
    expect(routes.find(({ path }) => path === '/user/usercenter')?.simulated).toBe('money')
  })

  test('finds a view by its address and rejects unknown ones', () => {
    const find = (pathname: string, search = '') => placeOf(routes, { pathname, search })?.key
    expect(find('/user/setting')).toBe('/user/setting')
    expect(find('/user/setting', '?view=devices')).toBe('/user/setting?view=devices')
    expect(find('/user/setting', '?view=toString')).toBeUndefined()
    expect(find('/user/Setting')).toBeUndefined()
  })
})

describe('the bottom menu', () => {
  test('is Home, Trade, Market, Follow, Mine, News, Fund record', () => {
    expect(tabNames.map((name) => en.tabs[name])).toEqual([
      'Home',
      'Trade',
      'Market',
      'Follow',
      'Mine',
      'News',
      'Fund record',
    ])
    expect(tabNames.map((name) => tw.tabs[name])).toEqual([
      '首頁',
      '交易',
      '行情',
      '跟單',
      '我的',
      '新聞',
      '資金',
    ])
  })

  test('leads each entry to its specified path', () => {
    const paths = {
      home: '/home/index',
      trade: '/trading/trading',
      market: '/market/market',
      follow: '/gdindex/gdindex',
      mine: '/user/usercenter',
      news: '/home/moreNews',
      funds: '/user/FundingDetails',
    }
    for (const { path, tab } of routes) if (tab !== undefined) expect(path).toBe(paths[tab])
    expect(routes.some(({ tab }) => tab === 'mine')).toBe(true)
  })
})
