export const texts = {
  head: '每一項都能自己查',
  lead: '不用相信我們。在手機上重算，或把資料帶走，在別的電腦上查。',
  rows: {
    balance: { title: '我的餘額', caption: '算在平台欠會員的總數裡' },
    fills: { title: '我的成交', caption: '每個部位裡都有成交憑據' },
    copies: { title: '跟單分配', caption: '同一張母單、同一個均價' },
    draws: { title: '抽籤', caption: '從公布的指紋和公開亂數重算' },
    auctions: { title: '競拍開標', caption: '整本標單公開，重算得標' },
    mentors: { title: '導師績效', caption: '由成交和每日資產重算' },
    exchange: { title: '換匯報價', caption: '簽章的報價，和中間價比較' },
  },
  checkedAt: (at: string) => `這支手機上次驗證：${at}`,
  result: (right: number, wrong: number) => `${right} 項相符，${wrong} 項不符`,
  verdicts: {
    none: '還沒驗',
    right: (count: number) => (count === 1 ? '相符' : `${count} 件相符`),
    wrong: (count: number) => `${count} 件不符`,
  },
  onPhone: '這裡只算在這支手機上驗過的。有一項不符時，這頁會變色，請存下憑據並聯絡客服。',
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
