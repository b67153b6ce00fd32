import type { NoticeKind } from '@fairlot/contract/notices'

const kinds: Record<NoticeKind, string> = {
  site: '平台公告',
  rules: '帳戶規則',
  funds: '資金',
  trading: '交易',
  security: '安全',
  identity: '實名驗證',
}

export const texts = {
  bell: '通知',
  bellUnread: (count: number) => `通知，${count} 則未讀`,
  settings: '通知設定',
  tabs: { label: '通知分類', all: '全部', trading: '交易', funds: '資金', site: '公告' },
  unread: '未讀',
  readAll: '全部已讀',
  today: '今天',
  older: '看更早的',
  none: { all: '還沒有通知。', trading: '沒有交易通知。', funds: '沒有資金通知。', site: '沒有公告。' },
  kinds,
  published: (time: string) => `${time} 發布`,
  open: '前往處理',
  push: {
    app: '應用程式內',
    appCaption: '每一則都會留在通知裡，不能關閉。',
    browser: '推播到這個瀏覽器',
    on: '已開啟。只有這個瀏覽器會收到，內容經過加密。',
    off: '開啟後，沒打開這裡也會收到。',
    unsupported: '這個瀏覽器不支援推播。',
    denied: '你在瀏覽器設定裡封鎖了通知。先到瀏覽器設定允許，再回來開啟。',
    failed: '沒有開啟成功，這個瀏覽器連不上推播服務。',
    note: '登出後就不會再推播到這個瀏覽器。推播裡不會有密碼、驗證碼或完整帳號。',
  },
}

export type NoticesTexts = typeof texts
