export const texts = {
  search: '搜尋股票',
  guest: {
    title: '先看看也可以',
    text: '行情不用登入就能看。登入後有自選、到價提醒和模擬資金。',
    login: '登入',
    register: '建立帳戶',
  },
  indices: '指數',
  index: {
    rule: '怎麼算的',
    own: '這是本站自己的指數，只由在這裡交易的股票算出，和交易所公布的指數無關。',
    last: '現在',
    reference: '昨天收盤',
    change: '漲跌',
    open: (name: string) => `看${name}怎麼算`,
  },
  shortcuts: '捷徑',
  links: { watch: '自選', hot: '熱門股票', market: '全部行情', search: '搜尋', security: '帳戶安全' },
  hot: '熱門股票',
  hotRule: '今天成交額最大的五檔',
  hotAll: '看全部',
  hotNone: '今天還沒有成交。',
  foot: '股價、指數與資金均為模擬，公司名稱僅供辨識。',
  directions: { up: '上漲', down: '下跌', flat: '持平' },
}

export type HomeTexts = typeof texts
