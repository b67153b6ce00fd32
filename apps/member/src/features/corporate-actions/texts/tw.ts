import type { LoweredKind } from '@fairlot/contract/corporate-actions/states'

const lowered: Record<LoweredKind, string> = {
  stop: '你的停損單',
  'take-profit': '你的停利單',
  alert: '到價提醒',
}

export const texts = {
  entitled: '你有資格',
  short: '融券須補償',
  paid: '已入帳',
  none: '找不到這次股利。',
  expected: '預計收到',
  received: '已收到',
  due: '應收',
  owes: '融券補償',
  perShare: '每股股利',
  sum: (shares: string, cash: string, day: string) => `${shares} 股 × ${cash}，${day} 入帳`,
  owesSum: (shares: string, cash: string, day: string) => `${shares} 股 × ${cash}，${day} 從可用資金扣`,
  notHeld: '你沒有這檔股票。',
  notEntitled: '收盤時你沒有持有，這次沒有股利。',
  steps: {
    announced: '公告',
    announcedNote: '董事會通過，兩位營運人員核對。',
    held: '最後買進日',
    heldAt: (day: string) => `${day}收盤`,
    heldNote: '這時還持有就有資格，還沒交割的買進也算。',
    ex: '除息',
    exNote: (cash: string) => `參考價減 ${cash}。之後賣掉也領得到。`,
    pays: '入帳到可用資金',
    paysNote: '你什麼都不用做。',
  },
  before: {
    title: '股價會少一截，你沒有變窮',
    aside: (close: string) => `以收盤 ${close} 為例`,
    close: (day: string) => `${day} 收盤`,
    reference: (day: string, price: string) => `${day} 開盤參考 ${price}`,
    worth: (amount: string) => `市值 ${amount}`,
    sum: (worth: string, cash: string) => `${worth} + 應收 ${cash}`,
  },
  adjusted: {
    title: '會自動跟著調整',
    reference: '開盤參考價',
    lowered,
    cost: '成本均價',
    costStays: (price: string) => `${price}，不變，股利另計`,
  },
  deducted: {
    title: '扣什麼',
    gross: '股利',
    supplement: '補充保費',
    rule: (from: string, rate: string) => `單次滿 ${from} 才扣 ${rate}`,
    net: '入帳',
  },
  line: {
    title: '現金股利',
    announced: (cash: string, day: string) => `每股 ${cash}，${day} 除息`,
    due: (day: string) => `應收股利，${day} 入帳`,
    owed: (day: string) => `融券補償，${day} 扣款`,
    paid: (day: string) => `股利已於 ${day} 入帳`,
  },
}
export type CorporateActionsTexts = typeof texts
