// Words that stand for a code inside a notice, in both languages.

import type { BankAccountFault } from '@fairlot/contract/bank-accounts'
import type { DepositFault } from '@fairlot/contract/deposits'
import type { IdentityRejection } from '@fairlot/contract/identity'
import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'
import type { PersonalField } from '@fairlot/contract/operators'
import type { WithdrawalFault } from '@fairlot/contract/withdrawals'

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
  contact: { tw: '聯絡方式', en: 'contact' },
}

const marginEnd: Record<'met' | 'recovered' | 'closed', Word> = {
  met: { tw: '你已補足', en: 'You paid it in' },
  recovered: { tw: '維持率已回升', en: 'The ratio recovered' },
  closed: { tw: '部位已平倉', en: 'The positions were closed' },
}

const expired: Word = {
  tw: '逾期沒有審完，請再送一次',
  en: 'it ran out before it was decided, please send it again',
}
const takenBack: Word = { tw: '你自己撤回', en: 'you took it back' }
const nameDiffers: Word = { tw: '戶名和實名不同', en: 'the name is not the one you verified' }

const identityEnd: Record<IdentityRejection, Word> = {
  rejected: { tw: '有資料需要補件', en: 'something must be sent again' },
  duplicate: { tw: '這個證件已在另一個帳戶驗證過', en: 'these papers belong to another account' },
  expired,
  taken_back: takenBack,
}

const bankAccountFault: Record<BankAccountFault, Word> = {
  'name-differs': nameDiffers,
  'account-unknown': { tw: '銀行查不到這個帳號', en: 'the bank does not know this number' },
  'bank-refused': { tw: '銀行拒絕這個帳號', en: 'the bank refuses this account' },
  expired,
  taken_back: takenBack,
}

const depositFault: Record<DepositFault, Word> = {
  'not-received': { tw: '銀行明細裡沒有這筆錢', en: 'the bank’s statement does not show this money' },
  'amount-differs': { tw: '金額和你填的不同', en: 'the amount is another' },
  'name-differs': nameDiffers,
  'receipt-unreadable': { tw: '看不清楚收據', en: 'the receipt cannot be read' },
  'receipt-used': { tw: '這張收據用過了', en: 'the receipt was used before' },
  'third-party': { tw: '不是從你本人的帳戶匯出', en: 'it came from somebody else’s account' },
  expired,
  taken_back: takenBack,
}

const withdrawalFault: Record<WithdrawalFault, Word> = {
  'name-differs': nameDiffers,
  'account-refused': { tw: '銀行不接受這個帳戶', en: 'the account was refused' },
  'not-confirmed': { tw: '無法確認是你本人', en: 'we could not confirm that it was you' },
  'suspected-takeover': {
    tw: '可能有別人進入你的帳戶',
    en: 'somebody else may be in your account',
  },
  'court-order': { tw: '依法院或主管機關的命令', en: 'an order of a court or authority' },
  'bank-returned': { tw: '銀行退回', en: 'the bank returned it' },
  expired,
  taken_back: takenBack,
}

export const noticeWords: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  restriction,
  restrictionReason,
  personalField,
  marginEnd,
  identityEnd,
  bankAccountFault,
  depositFault,
  withdrawalFault,
}
