import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'

const kinds: Record<RestrictionKind, string> = {
  frozen: '帳戶凍結',
  'login-banned': '限制登入',
  disabled: '帳戶停用',
  'no-trading': '暫停交易',
  'no-withdrawal': '暫停提領',
}
const reasons: Record<RestrictionReason, string> = {
  'member-request': '依你的要求暫停。',
  'suspected-takeover': '登入情形異常，帳戶可能遭他人使用。',
  'identity-doubt': '身分資料有疑問，待你補充說明。',
  'court-order': '依法院或主管機關的命令。',
  'market-conduct': '交易行為正在查核。',
  debt: '有逾期未還的款項。',
}

export const texts = {
  kinds,
  reasons,
  heading: (kind: string, day: string) => `${kind}，${day}前複查`,
  since: (time: string) => `${time} 起`,
  money: '你的資金沒有變動。',
  more: '查看原因與申訴',
  service: '聯絡客服',
}

export type RestrictedTexts = typeof texts
