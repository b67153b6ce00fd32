export const texts = {
  head: '每一項都能自己查',
  lead: '不用相信我們。在手機上重算，或把資料帶走，在別的電腦上查。',
  rows: {
    balance: { title: '我的餘額', caption: '算在平台欠會員的總數裡' },
    fills: { title: '我的成交', caption: '打開一個部位，重算每一筆的憑據' },
    draws: { title: '抽籤', caption: '從公布的指紋和公開亂數重算' },
    auctions: { title: '競拍開標', caption: '整本標單公開，重算得標' },
    mentors: { title: '導師績效', caption: '由成交和每日資產重算' },
    exchange: { title: '換匯報價', caption: '簽章的報價，和中間價比較' },
  },
  rules: '我適用的規則',
  rulesCaption: (count: number, day: string) => `${count} 條，上次改變 ${day}`,
  rulesNever: (count: number) => `${count} 條，開站以來沒有改變`,
  withdrawals: '提領有沒有做到',
  root: '最新的簽章',
  rootText: '所有會員餘額的總指紋，由平台簽章公布。把它存下來，之後就不能改寫這一天。',
  rootNone: '還沒有簽章的總指紋。',
  copyAll: '複製簽章資料',
}

export type ChecksTexts = typeof texts
