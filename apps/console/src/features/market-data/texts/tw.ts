import type { HaltReason } from '@fairlot/contract/market-data'
import type { Phase } from '@fairlot/contract/venue'

const reasons: Readonly<Record<HaltReason, string>> = {
  news: '等待重大訊息',
  operator: '由營運者決定',
  technical: '系統異常，處理中',
  authority: '依主管機關要求',
  market: '市況異常',
}

const phases: Readonly<Record<Phase, string>> = {
  'opening-call': '開盤競價',
  continuous: '連續撮合',
  'closing-call': '收盤競價',
  closed: '收盤',
}

export const texts = {
  reasons,
  phases,
  stands: (halted: number) => (halted === 0 ? '交易中' : `交易中，${halted} 檔暫停`),
  closed: (halted: number) => (halted === 0 ? '市場收盤' : `市場收盤，${halted} 檔暫停`),
  haltedWhole: '整個市場暫停中',
  haltWhole: '暫停整個市場',
  resumeWhole: '恢復整個市場',
  session: {
    title: '今日交易時段',
    meta: (calendar: string, date: string) =>
      `${calendar === 'practice' ? '模擬交易日曆' : `${calendar} 日曆`}，${date}`,
    now: (time: string, wait: string, next: string) => `現在 ${time}，${wait}後${next}`,
    here: '現在',
  },
  filter: { label: '狀態', all: '全部', stopped: '暫停中', limit: '漲跌停' },
  find: '搜尋股票',
  columns: { stock: '股票', last: '最後成交', state: '狀態', text: '說明', who: '操作人' },
  boards: { listed: '上市', otc: '上櫃' },
  states: {
    halted: '暫停',
    paused: '延後撮合',
    upper: '漲停',
    lower: '跌停',
    normal: '正常',
  },
  since: (time: string, reason: string) => `${time} 起，${reason}`,
  pausedFor: (reason: string, wait: string) => `${reason}，還有 ${wait}`,
  pauses: { volatility: '瞬間價格穩定', resumed: '恢復前集合委託', postponed: '延後競價' } as Readonly<
    Record<string, string>
  >,
  rule: '規則',
  none: '—',
  empty: '沒有符合的股票',
  emptyText: '請更換篩選條件或清除搜尋。',
  safeguards: {
    title: '自動保護機制',
    aside: '依規則自動執行',
    limit: '漲跌停 10%，超出的委託予以退回',
    volatility: '5 分鐘漲跌 3.5%，暫停 2 分鐘',
    now: (count: number) => `現在 ${count} 檔`,
  },
  pane: {
    label: '這檔股票',
    close: '關閉',
    halted: (wait: string) => `暫停 ${wait}`,
    halt: (name: string) => `暫停 ${name}`,
    resume: (name: string) => `恢復 ${name}`,
    standing: '未成交委託',
    orders: '會員委託',
    ordersText: (count: number, buy: string, sell: string) => `${count} 筆，買 ${buy} 張、賣 ${sell} 張`,
    conditional: '等待中的條件單',
    count: (count: number) => `${count} 筆`,
    indicative: '試撮價格',
    prices: '價格',
    last: '最後成交',
    limits: '今日漲跌停',
    why: '暫停原因',
    by: '核准人',
    how: '恢復方式',
    does: '暫停期間',
    howText: '先集合委託 2 分鐘，以單一價格撮合後恢復連續撮合；競價時段或收盤後依市場時段進行。',
    haltText: '不收新委託、不撮合；限價單保留並可取消，市價單取消。',
    member: '會員會看到',
    memberHalt: (name: string, reason: string) => `${name}暫停交易，原因：${reason}。委託只能取消。`,
    memberResume: (name: string) => `${name} 先收單兩分鐘，競價後恢復。你的委託都還在，也可以取消。`,
    only: '此處僅能暫停與恢復交易，無法更改價格或成交。',
    whole: '整個市場暫停中，請先恢復市場。',
    noRight: '僅市場角色可提案。',
  },
  form: {
    haltTitle: (name: string) => `提案暫停 ${name}`,
    resumeTitle: (name: string) => `提案恢復 ${name}`,
    whole: '整個市場',
    reason: '原因（會員會看到）',
    why: '提案理由',
    whyHelp: '第二位核准人會看到。',
    required: '請填寫。',
    halt: '提案暫停',
    resume: '提案恢復',
  },
}

export type MarketTexts = typeof texts
