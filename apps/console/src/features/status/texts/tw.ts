import type { DrillKind, ProcessName, ProcessState, WaitingName } from '@fairlot/contract/status'

const processes: Readonly<Record<ProcessName, string>> = {
  exchange: '撮合',
  settlement: '帳務',
  worker: '排程',
  api: '會員介面',
  quotes: '行情',
  live: '即時推送',
  console: '後台',
  practice: '模擬市場',
  'console-app': '後台網頁',
}
const states: Readonly<Record<ProcessState, string>> = {
  well: '正常',
  slow: '緩慢',
  lost: '失聯',
  missing: '未執行',
}
const waiting: Readonly<Record<WaitingName, string>> = {
  settlement: '成交待交割',
  quotes: '行情待處理',
  'exchange-queue': '委託待撮合',
  'audit-unlinked': '稽核待上鏈',
  'reviews-to-execute': '審核待執行',
  'reviews-stuck': '審核執行失敗',
  'notices-unsent': '通知待送',
  pushes: '推播待送',
  'commands-set-aside': '擱置的指令',
  'events-set-aside': '擱置的成交事件',
}
const drills: Readonly<Record<DrillKind, string>> = {
  backup: '最近一次備份',
  restore: '備份還原演練',
  failover: '切換演練',
}

export const texts = {
  processes,
  states,
  waiting,
  drills,
  summary: (count: number) => (count === 0 ? '全部正常' : `${count} 項待處理，其餘正常`),
  cards: {
    matching: '撮合時間 p99',
    settlement: '交割延遲',
    quotes: '行情延遲',
    queues: '工作佇列',
    clients: '連線中的用戶端',
    events: (count: string) => `${count} 筆`,
    oldest: (time: string) => `最久等 ${time}`,
    limit: (time: string) => `上限 ${time}`,
    perSecond: (count: string) => `每秒 ${count} 次請求`,
    unknown: '—',
  },
  table: {
    title: '程序',
    every: '每 4 秒一次心跳',
    name: '名稱',
    copies: '實例數',
    version: '版本',
    perSecond: '每秒',
    median: '中位',
    p99: 'p99',
    memory: '記憶體',
    line: '最近 30 分',
    state: '狀態',
    database: '資料庫',
    product: 'postgres',
    answers: (ms: string) => `回應 ${ms}`,
    migrations: (count: number) => `${count} 個版本變更`,
    silent: (time: string) => `${time} 起無心跳`,
  },
  why: {
    missing: '沒有執行中的程序',
    lost: '未正常關閉即失去回應',
    clock: '時鐘與資料庫相差超過 5 秒',
    halted: '有分片已停止',
    waiting: '尚未分配分片',
    slow: 'p99 超過上限',
    nats: '無法連線 NATS',
  } as Readonly<Record<string, string>>,
  line: (name: string) => `${name}，最近一小時`,
  noLine: '最近一小時尚無資料。',
  queues: { title: '等待中', none: '無', amount: (count: string) => `${count} 件` },
  stuck: {
    title: '無法執行的審核',
    tries: (count: number) => `已試 ${count} 次`,
    again: (time: string) => `${time} 重試`,
    open: '開啟',
  },
  safety: {
    title: '備援與演練',
    never: '無紀錄',
    failed: '失敗',
    how: '完成後以 record-drill 記錄。',
    took: (time: string) => `，${time}`,
  },
  today: {
    title: '今日異動',
    aside: '上線與設定',
    none: '今日尚無異動。',
    started: (name: string, detail: string) => `${name} 啟動 ${detail}`,
  },
  attention: { title: '待處理', none: '無待處理事項。' },
  at: (time: string) => `${time} 的狀態`,
  units: {
    ms: (value: string) => `${value} ms`,
    s: (value: string) => `${value} s`,
    mb: (value: string) => `${value} MB`,
  },
}

export type StatusTexts = typeof texts
