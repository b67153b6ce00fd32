export const texts = {
  search: '搜尋股票',
  guest: {
    title: '免登入看行情',
    text: '行情不需登入即可查看。登入後可使用自選、到價提醒和模擬資金。',
    login: '登入',
    register: '建立帳戶',
  },
  indices: '指數',
  index: {
    rule: '計算方式',
    own: '本站自編指數，僅由在本站交易的股票計算，與交易所公布的指數無關。',
    last: '目前指數',
    reference: '昨收',
    change: '漲跌',
    open: (name: string) => `查看${name}的計算方式`,
  },
  shortcuts: '捷徑',
  links: {
    subscribe: '新股申購',
    auctions: '競拍',
    placements: '配售',
    block: '鉅額交易',
    dayTrade: '當沖交易',
    follow: '導師跟單',
    deposit: '儲值',
    withdraw: '提領',
    exchange: '換匯',
    credit: '信用借貸',
  },
  hot: '熱門股票',
  hotRule: '今日成交額前五名',
  hotAll: '查看全部',
  hotNone: '今日尚無成交。',
  foot: '股價、指數與資金均為模擬，公司名稱僅供辨識。',
  directions: { up: '上漲', down: '下跌', flat: '持平' },
}

export type HomeTexts = typeof texts
