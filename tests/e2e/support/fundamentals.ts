// Files of the exchanges for one security, imported as the operator's command imports them.

import { importFundamentals } from '../../../apps/server/src/features/instruments/index.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { withRequestId } from '../../../apps/server/src/platform/request-scope.ts'
import { openDb } from '../../flows/support/open-db.ts'

const filesOf = (symbol: string): readonly (readonly [name: string, content: unknown])[] => [
  [
    'BWIBBU_ALL.json',
    [{ Date: '1150714', Code: symbol, PEratio: '17.50', DividendYield: '3.20', PBratio: '2.80' }],
  ],
  ['t187ap14_L.json', quarters(symbol)],
  ['t187ap05_L.json', [month(symbol, '11505', '563000'), month(symbol, '11506', '528000')]],
  [
    'TWT48U_ALL.json',
    [{ Date: '1150820', Code: symbol, Exdividend: '息', CashDividend: '2.60000000', StockDividendRatio: '' }],
  ],
  [
    'T86.json',
    {
      stat: 'OK',
      date: '20260714',
      fields: [
        '證券代號',
        '外陸資買賣超股數(不含外資自營商)',
        '投信買賣超股數',
        '自營商買賣超股數',
        '三大法人買賣超股數',
      ],
      data: [[symbol, '412,000', '-86,000', '35,000', '361,000']],
    },
  ],
  [
    'MI_MARGN.json',
    [
      {
        股票代號: symbol,
        融資今日餘額: '3218',
        融資前日餘額: '3172',
        融券今日餘額: '204',
        融券前日餘額: '216',
      },
    ],
  ],
]

const quarters = (symbol: string) =>
  ['1.02', '2.16', '3.37', '4.64'].map((eps, at) => ({
    出表日期: '1150713',
    年度: '114',
    季別: String(at + 1),
    公司代號: symbol,
    '基本每股盈餘(元)': eps,
  }))

const month = (symbol: string, period: string, revenue: string) => ({
  出表日期: '1150713',
  資料年月: period,
  公司代號: symbol,
  '營業收入-當月營收': revenue,
  '營業收入-上月營收': '563000',
  '營業收入-去年當月營收': '461000',
})

export async function importFor(symbol: string): Promise<void> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    for (const [fileName, content] of filesOf(symbol)) {
      const requestId = newId()
      const order = { fileName, bytes: Buffer.from(JSON.stringify(content)), date: '2026-07-14', requestId }
      const report = await withRequestId(requestId, () =>
        importFundamentals(db, { ...order, now: new Date() }),
      )
      if (report.result === 'refused') throw new Error(`${fileName} ${report.why}`)
    }
  } finally {
    await db.close()
  }
}
