import type { FigureName } from '../../sums.ts'

const sentences: Record<FigureName, string> = {
  total: '帳上的錢和股票，減去借款。股票以現價計算，尚未扣賣出時的費稅；外幣以目前的中間匯率換算成新台幣。',
  available: '已交割的錢，可以下單，也可以提領。',
  held: '委託、條件單和提領申請先圈存的錢。成交或核准才扣，取消就退回可用資金。',
  unsettled: '已賣出、尚未到交割日的錢。可以下單，交割後才能提領。',
  collateral: '做空的保證金和賣出價款，留作擔保，回補後退還。',
  foreign: '你的外幣，含提領圈存中的，以中間匯率換算成新台幣。報價暫停的幣別，用停報前最後一次的匯率。',
  marketValue: '你的股票乘上現價，尚未扣賣出時的費稅。',
  loans: '你欠的：借款、借來賣出的股票（以現價計算）、未付利息、交割應付。',
  buyingPower: '下單可以動用的錢：可用資金加上交割中。',
  withdrawable: '可用資金減去交割應付、未付利息和追繳金額。',
  unrealised: '現在全部平倉的結果：每個部位從建立到現在，已扣進場費稅、預估出場費稅與利息。',
  dayProfit:
    '現在的總資產，減今天開始時的總資產，再減今天存入、提領的淨額。它等於已實現、未實現變動、匯率與換匯、利息與手續費券折抵的合計。股票以現價計算，尚未扣賣出時的費稅。',
}

export const texts = {
  sentences,
  parts: '組成',
  sum: '合計',
  lines: {
    opening: '今天開始時的總資產',
    paidIn: '今天存提淨額',
    unrealisedBefore: '出場前的損益',
    exitCost: '預估出場費稅與利息',
    cashLoans: '借款',
    borrowedShares: '借來賣出的股票',
    interest: '未付利息',
    owed: '交割應付',
    called: '追繳金額',
    lacking: '不足的部分',
    realised: '已實現',
    rebates: '手續費券折抵',
    currency: '匯率變動與換匯成本',
    rest: '已平倉部位先前的損益與利息',
  } as Readonly<Record<string, string>>,
  rateFrom: (currency: string, source: string, time: string) => `${currency}：${source}，${time}`,
  rateStopped: (currency: string, source: string, time: string) =>
    `${currency}：${source}，目前停止報價，用 ${time} 的匯率`,
  noRate: (currency: string, amount: string) => `${currency} ${amount} 還沒有匯率，不計入總資產。`,
  settles: (day: string) => `${day}交割`,
  not: {
    title: '這個數字不包含',
    total: (exitCost: string) => `現在全部平倉，還要付約 ${exitCost} 的費稅與利息。`,
    foreign: '換匯時的匯率以當下的確定報價為準。外幣不能直接下單，也不計入購買力。',
    available: (buyingPower: string) => `不含交割中的錢。下單可動用的是購買力 ${buyingPower}。`,
    withdrawable: (unsettled: string) => `不含交割中的 ${unsettled}，交割後才能提領。`,
    unrealised: (profit: string) => `不含已實現損益。今天的總變動是今日損益 ${profit}。`,
    dayProfit: (exitCost: string, unrealised: string) =>
      `現在全部平倉，還要付約 ${exitCost} 的費稅與利息。未實現損益從建立部位算起，並已扣這筆，所以是 ${unrealised}。`,
  },
  also: '同一個數字也在',
  screens: {
    home: '首頁',
    mine: '我的',
    wallet: '錢包',
    trade: '交易',
    positions: '部位',
    profit: '資產與損益',
    statement: '對帳單',
  },
  added: '這支手機已加總，相符。',
  differs: '加總不符，請聯絡客服。',
}

export type FigureSheetTexts = typeof texts
