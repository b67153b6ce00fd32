// The complete list of features. Each has one name, never inflected; `npm run check` compares the tree with it. The
// surfaces say where the feature exists today; add one when it is built.

export type Surface = 'contract' | 'rules' | 'server' | 'member' | 'console'

export interface Feature {
  readonly name: string
  readonly zh: string
  readonly surfaces: readonly Surface[]
}

export const features = [
  { name: 'auth', zh: '登入與安全', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'members', zh: '會員', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'site', zh: '站台設定', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'instruments', zh: '商品', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'market-data', zh: '行情', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'live', zh: '即時連線', surfaces: ['contract', 'server'] },
  { name: 'calendar', zh: '交易日曆', surfaces: ['contract', 'rules', 'server', 'console'] },
  { name: 'favourites', zh: '自選', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'orders', zh: '委託', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'positions', zh: '部位', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'figures', zh: '帳戶數字', surfaces: ['rules', 'member'] },
  { name: 'day-trading', zh: '當沖', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'block-trades', zh: '鉅額交易', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'settlement', zh: '清算交割', surfaces: ['server'] },
  { name: 'funds', zh: '資金', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'audit', zh: '稽核', surfaces: ['contract', 'server', 'member', 'console'] },
  { name: 'status', zh: '系統狀態', surfaces: ['contract', 'server', 'console'] },
  { name: 'operators', zh: '營運人員', surfaces: ['contract', 'rules', 'server', 'console'] },
  { name: 'uploads', zh: '檔案上傳', surfaces: ['contract', 'server', 'member'] },
  { name: 'identity', zh: '實名認證', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'bank-accounts', zh: '銀行帳戶', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'bank-statements', zh: '銀行明細', surfaces: ['contract', 'rules', 'server', 'console'] },
  { name: 'fund-requests', zh: '出入金申請', surfaces: ['contract', 'rules', 'server'] },
  { name: 'deposits', zh: '儲值', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'withdrawals', zh: '提領', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'notices', zh: '通知', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'coupons', zh: '手續費券', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'draws', zh: '抽籤', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'new-shares', zh: '新股申購', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'auctions', zh: '新股競拍', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'placements', zh: '配售', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  {
    name: 'currency-exchange',
    zh: '換匯',
    surfaces: ['contract', 'rules', 'server', 'member', 'console'],
  },
  { name: 'mentors', zh: '導師', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'copy-trading', zh: '跟單', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'savings-plans', zh: '定期定額', surfaces: ['contract', 'rules', 'server', 'member'] },
  { name: 'news', zh: '新聞', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'help', zh: '說明', surfaces: ['member'] },
  { name: 'support', zh: '客服', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'credit', zh: '信用借款', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
  { name: 'corporate-actions', zh: '除權息', surfaces: ['contract', 'rules', 'server', 'member', 'console'] },
] as const satisfies readonly Feature[]

export type FeatureName = (typeof features)[number]['name']
