// Words that stand for a code inside a notice, in both languages.

import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'
import type { PersonalField } from '@fairlot/contract/operators'

interface Word {
  readonly tw: string
  readonly en: string
}

const restriction: Record<RestrictionKind, Word> = {
  frozen: { tw: '帳戶凍結', en: 'Account frozen' },
  'login-banned': { tw: '限制登入', en: 'Signing in barred' },
  disabled: { tw: '帳戶停用', en: 'Account disabled' },
  'no-trading': { tw: '暫停交易', en: 'Trading paused' },
  'no-withdrawal': { tw: '暫停提領', en: 'Withdrawals paused' },
}

const restrictionReason: Record<RestrictionReason, Word> = {
  'member-request': { tw: '依你的要求', en: 'you asked for it' },
  'suspected-takeover': {
    tw: '登入情形異常，可能有別人進入你的帳戶',
    en: 'unusual sign-ins, somebody else may be in your account',
  },
  'identity-doubt': { tw: '身分資料有疑問', en: 'a doubt about your identity papers' },
  'court-order': { tw: '依法院或主管機關的命令', en: 'an order of a court or authority' },
  'market-conduct': { tw: '交易行為正在查核', en: 'your trading is being looked into' },
  debt: { tw: '有逾期未還的款項', en: 'an overdue debt' },
}

const personalField: Record<PersonalField, Word> = {
  account: { tw: '手機號碼', en: 'phone number' },
  name: { tw: '姓名', en: 'name' },
  'id-number': { tw: '證件號碼', en: 'ID number' },
  'birth-date': { tw: '出生日期', en: 'date of birth' },
  'bank-account': { tw: '銀行帳號', en: 'bank account number' },
  papers: { tw: '證件照片', en: 'identity papers' },
}

const marginEnd: Record<'met' | 'recovered' | 'closed', Word> = {
  met: { tw: '你已補足', en: 'You paid it in' },
  recovered: { tw: '維持率已回升', en: 'The ratio recovered' },
  closed: { tw: '部位已平倉', en: 'The positions were closed' },
}

export const noticeWords: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  restriction,
  restrictionReason,
  personalField,
  marginEnd,
}
