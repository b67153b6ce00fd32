import type { BlockListingState, BlockRejection, BlockState } from '@fairlot/contract/block-trades'

const states: Readonly<Record<BlockState, string>> = {
  pending: '待審核',
  passed: '已通過',
  rejected: '已退回',
}
const listingStates: Readonly<Record<BlockListingState, string>> = {
  open: '收件中',
  closing: '待審結',
  closed: '已截止',
}
const rejectionReasons: Readonly<Record<BlockRejection, string>> = {
  'seller-withdrew': '賣方取消',
  'price-out-of-range': '價格超出範圍',
  'not-confirmed': '無法確認本人',
  'suspected-takeover': '疑似盜用',
  'market-conduct': '交易行為待釐清',
  cancelled: '會員取消',
  expired: '截止未審結',
}

export const texts = {
  states,
  listingStates,
  rejectionReasons,
  tabs: { label: '鉅額交易', applications: '申請', listings: '上架的股票' },
  list: {
    label: '鉅額申請',
    stock: '股票',
    lots: '張數',
    price: '鉅額價',
    premium: '折溢價',
    value: '金額 NT$',
    emptyText: '會員的鉅額申請會出現在這裡。',
  },
  listings: {
    label: '上架的股票',
    rule: '席位出售的股票，兩人核准後上架；密碼只有賣方知道。',
    until: (time: string, times: number) => `收件到 ${time}，每人每天 ${times} 次`,
    over: '今天已截止',
    seat: '席位',
    market: '市價',
    each: '每人張數',
    left: '剩餘',
    lots: (count: string) => `${count} 張`,
    state: '狀態',
    full: '額滿',
    empty: '目前沒有資料',
    emptyText: '今天沒有上架的股票。請提案，由第二人核准。',
    waiting: (number: string, by: string) => `${number} 待第二人核准，${by} 提案`,
    see: '查看提案',
    new: '提案上架',
    ends: '下架',
    end: '提案下架',
    ending: '下架提案中',
  },
  form: {
    title: '提案上架',
    endTitle: (name: string) => `提案下架：${name}`,
    seat: '席位',
    symbol: '股票代號',
    price: '鉅額價',
    lots: '總張數',
    minLots: '每人最少張數',
    maxLots: '每人最多張數',
    password: '鉅額密碼',
    passwordHelp: '由賣方給買方，送出後無法再查看。',
    why: '理由',
    required: '必填',
    numberBad: '請輸入正整數',
    priceBad: '請輸入價格，最多兩位小數',
    rule: '價格須在當日漲跌停與規則範圍內。核准後凍結席位的股票，當天有效。',
    endRule: '核准後不再收件；已送出的申請照常審核，其餘股票退回席位。',
    send: '送出提案',
    cancel: '取消',
    sent: (number: string) => `提案 ${number} 已送出，待第二人核准。`,
  },
}

export type BlockTradesTexts = typeof texts
