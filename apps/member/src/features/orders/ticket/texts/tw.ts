export const texts = {
  when: '觸發條件',
  ways: { rise: '漲到', fall: '跌到' },
  trigger: '觸發價',
  triggerHow: { rise: '成交價達到或高於', fall: '成交價達到或低於' },
  away: (percent: string, last: string) => `現價 ${last}，相差 ${percent}`,
  reached: {
    rise: (last: string) => `須高於現價 ${last}`,
    fall: (last: string) => `須低於現價 ${last}`,
  },
  sends: '觸發後',
  sendsKinds: { limit: '限價', market: '市價' },
  limit: { long: '買進限價', short: '賣出限價' },
  limitHow: { long: '最高買價', short: '最低賣價' },
  marketHow: {
    long: '觸發後以當日漲停價送出，依當時賣價成交，當日有效',
    short: '觸發後以當日跌停價送出，依當時買價成交，當日有效',
  },
  until: '有效到',
  close: (day: string) => `${day}收盤`,
  kept: '資金現在凍結，觸發時以這筆資金送出委託；取消、到期或失效時全數解凍。關閉程式仍有效。',
  heldAt: (price: string) => `以 ${price} 計`,
  review: (direction: 'long' | 'short', lots: string) =>
    `確認條件單：${direction === 'long' ? '做多' : '做空'} ${lots} 張`,
  exits: {
    label: '停利停損',
    kinds: { none: '不設', stop: '停損', 'take-profit': '停利', 'one-cancels-other': '兩者' },
    stop: '停損',
    takeProfit: '停利',
    hows: { stop: '到價以市價平倉', takeProfit: '以限價平倉' },
    result: (amount: string) => `約 ${amount}，已扣費稅`,
    wrong: {
      takeProfit: {
        long: (price: string) => `須高於 ${price}`,
        short: (price: string) => `須低於 ${price}`,
      },
      stop: { long: (price: string) => `須低於 ${price}`, short: (price: string) => `須高於 ${price}` },
    },
    note: '成交後才啟動，依成交張數設定；一邊成交，另一邊取消。委託取消就不設定。可以平倉的時間到了才看價。',
    carried: (what: string) => `成交後設定 ${what}`,
    comma: '，',
  },
  confirm: {
    title: '確認條件單內容',
    trigger: {
      rise: (price: string) => `漲到 ${price} 元觸發`,
      fall: (price: string) => `跌到 ${price} 元觸發`,
    },
    limitLong: (price: string) => `限價 ${price} 元以下買進，當日有效`,
    limitShort: (price: string) => `限價 ${price} 元以上賣出，當日有效`,
    marketLong: '以市價買進，當日有效',
    marketShort: '以市價賣出，當日有效',
    until: (day: string) => `等待到 ${day}收盤`,
    send: '設定條件單',
    sent: '條件單已設定',
    sentDetail: (held: string) => `凍結 ${held}`,
    view: '查看',
  },
}

export type EntryTexts = typeof texts
