import type { NoticeKind } from '@fairlot/contract/notices'

const kinds: Record<NoticeKind, string> = {
  site: '平台公告',
  rules: '帳戶規則',
  funds: '資金',
  trading: '交易',
  security: '安全',
  identity: '實名認證',
}

export const texts = {
  bell: '通知',
  bellUnread: (count: number) => `通知，${count} 則未讀`,
  settings: '通知設定',
  tabs: { label: '通知分類', all: '全部', trading: '交易', funds: '資金', site: '公告' },
  topics: {
    label: '交易通知分類',
    all: '全部',
    fills: '成交',
    orders: '委託',
    alerts: '到價',
    margin: '維持率',
    'day-trading': '當沖',
  },
  kept: '成交與維持率的通知一定會留在這裡，不能關閉；推播可以關閉。',
  unread: '未讀',
  readAll: '全部已讀',
  today: '今天',
  older: '載入更早的通知',
  none: {
    all: '目前沒有通知。',
    trading: '目前沒有交易通知。',
    funds: '目前沒有資金通知。',
    site: '目前沒有公告。',
    fills: '成交後會在這裡通知。',
    orders: '委託被取消或未成立時，會在這裡通知。',
    alerts: '到價提醒觸發後，會留在這裡。',
    margin: '維持率不足或追繳時，會在這裡通知。',
    'day-trading': '當沖申請與自動沖銷的通知會在這裡。',
  },
  kinds,
  published: (time: string) => `${time} 發布`,
  open: '前往查看',
  push: {
    app: 'App 內通知',
    appCaption: '所有通知都會保留，不能關閉。',
    topics: '推播內容',
    topic: {
      fills: '成交',
      orders: '委託取消與未成立',
      alerts: '到價提醒',
      funds: '儲值、提領與銀行帳戶',
      site: '平台公告',
    },
    always: '追繳、強制平倉、自動沖銷、帳戶限制與安全通知一律推播。',
    notChanged: '設定未變更，請再試一次。',
  },
  pushTo: {
    browser: {
      title: '推播到這個瀏覽器',
      on: '已開啟。只有這個瀏覽器會收到，內容經過加密。',
      off: '開啟後，未開啟 App 時也能收到通知。',
      unsupported: '這個瀏覽器不支援推播。',
      denied: '瀏覽器已封鎖通知。請先到瀏覽器設定允許通知，再回來開啟。',
      failed: '開啟失敗，這個瀏覽器無法連上推播服務。',
      note: '登出後不再推播到這個瀏覽器。推播內容不含密碼、驗證碼或完整帳號。',
    },
    phone: {
      title: '推播到這支手機',
      on: '已開啟。只有這支手機會收到，內容經過加密。',
      off: '開啟後，未開啟 App 時也能收到通知。',
      unsupported: '這支手機沒有可用的推播服務。',
      denied: '手機已封鎖通知。請先到手機設定允許通知，再回來開啟。',
      failed: '開啟失敗。請到手機設定允許通知，再試一次。',
      note: '登出後不再推播到這支手機。推播內容不含密碼、驗證碼或完整帳號。',
    },
  },
}

export type NoticesTexts = typeof texts
