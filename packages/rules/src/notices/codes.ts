// All notices to members, in both languages. A notice is stored as its code and its values, and the text is built when
// it is read: both languages are always available, and a wording can be corrected for notices already sent.
//
// {name} stands for a value; {name:money}, {name:moment}, {name:day}, {name:percent} give its format, and any other
// word after the colon is a list of words in words.ts.

import type { NoticeKind } from '@fairlot/contract/notices'

interface Wording {
  readonly title: string
  readonly summary: string
  /** Paragraphs under the summary, if there is more to say. */
  readonly more?: readonly string[]
}

export interface NoticeForm {
  readonly kind: Exclude<NoticeKind, 'site'>
  /** The default link when the sender gives none; null without a link. */
  readonly path: string | null
  readonly tw: Wording
  readonly en: Wording
}

const security = '/user/setting?view=security'
const notYouTw = '如果不是你本人，請馬上更改登入密碼，並到「登入中的裝置」把不認得的裝置登出。'
const notYouEn =
  'If this was not you, change your login password at once and sign out the devices you do not know.'

export const noticeForms = {
  'security.new-device': {
    kind: 'security',
    path: '/user/setting?view=devices',
    tw: { title: '新裝置登入', summary: '{at:moment} 有新裝置登入：{device}。', more: [notYouTw] },
    en: {
      title: 'Signed in on a new device',
      summary: 'A new device signed in at {at:moment}: {device}.',
      more: [notYouEn],
    },
  },
  'security.password-changed': {
    kind: 'security',
    path: security,
    tw: {
      title: '登入密碼已更改',
      summary: '其他裝置都已登出。提領暫停到 {until:moment}。',
      more: [notYouTw],
    },
    en: {
      title: 'Login password changed',
      summary: 'Every other device was signed out. Withdrawals rest until {until:moment}.',
      more: [notYouEn],
    },
  },
  'security.password-recovered': {
    kind: 'security',
    path: security,
    tw: {
      title: '登入密碼已重設',
      summary: '所有裝置都已登出。提領暫停到 {until:moment}。',
      more: [notYouTw],
    },
    en: {
      title: 'Login password reset',
      summary: 'Every device was signed out. Withdrawals rest until {until:moment}.',
      more: [notYouEn],
    },
  },
  'security.recovery-asked': {
    kind: 'security',
    path: security,
    tw: {
      title: '有人申請重設你的密碼',
      summary: '申請編號 {reference}，等兩位審核人員確認身分。',
      more: [notYouTw],
    },
    en: {
      title: 'Somebody asked to reset your password',
      summary: 'Request {reference} waits for two reviewers to check who asks.',
      more: [notYouEn],
    },
  },
  'security.recovery-passed': {
    kind: 'security',
    path: security,
    tw: {
      title: '密碼重設申請已通過',
      summary: '申請編號 {reference}。請在 {until:moment} 前用取回碼設定新密碼。',
      more: [notYouTw],
    },
    en: {
      title: 'The password reset was approved',
      summary: 'Request {reference}. Set the new password with your key by {until:moment}.',
      more: [notYouEn],
    },
  },
  'security.recovery-rejected': {
    kind: 'security',
    path: security,
    tw: { title: '密碼重設申請沒有通過', summary: '申請編號 {reference}。密碼沒有改變。' },
    en: { title: 'The password reset was rejected', summary: 'Request {reference}. Nothing has changed.' },
  },
  'security.fund-password-set': {
    kind: 'security',
    path: security,
    tw: { title: '資金密碼已設定', summary: '之後提領要輸入這組密碼。', more: [notYouTw] },
    en: {
      title: 'Fund password set',
      summary: 'Withdrawals ask for it from now on.',
      more: [notYouEn],
    },
  },
  'security.fund-password-changed': {
    kind: 'security',
    path: security,
    tw: { title: '資金密碼已更改', summary: '提領暫停到 {until:moment}。', more: [notYouTw] },
    en: {
      title: 'Fund password changed',
      summary: 'Withdrawals rest until {until:moment}.',
      more: [notYouEn],
    },
  },
  'security.two-step-on': {
    kind: 'security',
    path: '/user/setting?view=two-step',
    tw: { title: '兩步驟驗證已開啟', summary: '之後登入要再輸入驗證碼。' },
    en: { title: 'Two-step verification is on', summary: 'Signing in asks for a code from now on.' },
  },
  'security.two-step-off': {
    kind: 'security',
    path: '/user/setting?view=two-step',
    tw: { title: '兩步驟驗證已關閉', summary: '現在只要密碼就能登入。', more: [notYouTw] },
    en: {
      title: 'Two-step verification is off',
      summary: 'The password alone signs in now.',
      more: [notYouEn],
    },
  },
  'personal.viewed': {
    kind: 'security',
    path: null,
    tw: {
      title: '有人員查看你的資料',
      summary: '{operator} 查看了你的{field:personalField}。',
      more: ['原因：{purpose}'],
    },
    en: {
      title: 'Somebody looked at your data',
      summary: '{operator} opened your {field:personalField}.',
      more: ['Purpose: {purpose}'],
    },
  },
  'restriction.set': {
    kind: 'rules',
    path: '/user/setting?view=restrictions',
    tw: {
      title: '你的帳戶受到限制',
      summary: '{kind:restriction}。原因：{reason:restrictionReason}。',
      more: ['這項限制由兩位人員決定，最晚 {reviewOn:day} 覆核。你隨時可以提出申訴。'],
    },
    en: {
      title: 'Your account is restricted',
      summary: '{kind:restriction}. Reason: {reason:restrictionReason}.',
      more: [
        'Two people decided it. It is reviewed by {reviewOn:day} at the latest, and you may appeal at any time.',
      ],
    },
  },
  'restriction.lifted': {
    kind: 'rules',
    path: '/user/setting?view=restrictions',
    tw: { title: '限制已解除', summary: '已解除：{kind:restriction}。' },
    en: { title: 'A restriction was lifted', summary: 'Lifted: {kind:restriction}.' },
  },
  'appeal.rejected': {
    kind: 'rules',
    path: '/user/setting?view=restrictions',
    tw: { title: '申訴沒有通過', summary: '限制繼續有效。原因：{note}' },
    en: { title: 'Your appeal was not granted', summary: 'The restriction stays. Reason: {note}' },
  },
  'appeal.expired': {
    kind: 'rules',
    path: '/user/setting?view=restrictions',
    tw: {
      title: '申訴逾期沒有審完',
      summary: '限制繼續有效：{kind:restriction}。',
      more: ['這不是你的問題，你可以馬上再申訴一次。'],
    },
    en: {
      title: 'Your appeal ran out before it was decided',
      summary: 'The restriction stays: {kind:restriction}.',
      more: ['This was not your doing. You may appeal again at once.'],
    },
  },
  'margin.called': {
    kind: 'trading',
    path: '/position/position?view=margin-call',
    tw: {
      title: '維持率不足，請補繳',
      summary: '維持率 {ratio:percent}。請在 {deadline:moment} 前補 {amount:money}。',
      more: ['期限前沒有補足，系統會賣出或回補部位，直到維持率足夠。'],
    },
    en: {
      title: 'Margin call',
      summary: 'Maintenance is {ratio:percent}. Pay in {amount:money} by {deadline:moment}.',
      more: ['If it is not met by then, positions are closed until the ratio is high enough again.'],
    },
  },
  'margin.forced': {
    kind: 'trading',
    path: '/position/position?view=margin-call',
    tw: {
      title: '開始強制平倉',
      summary: '維持率 {ratio:percent}。系統正在平倉，直到維持率足夠。',
      more: ['每一筆平倉都走市場，成交證明和其他委託一樣。'],
    },
    en: {
      title: 'Forced closing has begun',
      summary: 'Maintenance is {ratio:percent}. Positions are being closed until it is high enough.',
      more: ['Every one of these orders goes through the market and has the same evidence as any other.'],
    },
  },
  'margin.ended': {
    kind: 'trading',
    path: '/position/position',
    tw: { title: '補繳通知已結束', summary: '{state:marginEnd}。' },
    en: { title: 'The margin call is over', summary: '{state:marginEnd}.' },
  },
  'day-trading.covering': {
    kind: 'trading',
    path: '/common/dayTrading',
    tw: {
      title: '當沖部位即將自動平倉',
      summary: '{count} 筆當沖部位會在 {at:moment} 自動平倉。',
      more: ['想自己平倉或留倉，請在時間到之前操作。'],
    },
    en: {
      title: 'Day trades are about to be covered',
      summary: '{count} of your day trades will be covered at {at:moment}.',
      more: ['Close them or keep them overnight before then if you would rather decide yourself.'],
    },
  },
  'day-trading.passed': {
    kind: 'trading',
    path: '/common/dayTrading',
    tw: { title: '當沖申請已通過', summary: '你現在可以當沖交易。' },
    en: { title: 'Day trading approved', summary: 'You may day trade now.' },
  },
  'day-trading.rejected': {
    kind: 'trading',
    path: '/common/dayTrading',
    tw: { title: '當沖申請沒有通過', summary: '原因：{note}', more: ['補齊之後可以再申請。'] },
    en: {
      title: 'Day trading not approved',
      summary: 'Reason: {note}',
      more: ['You may apply again once that is mended.'],
    },
  },
  'identity.verified': {
    kind: 'identity',
    path: '/user/bandCard',
    tw: { title: '實名驗證已通過', summary: '可以綁定銀行帳戶、儲值和提領。' },
    en: { title: 'Identity verified', summary: 'You can add a bank account, deposit and withdraw.' },
  },
  'identity.rejected': {
    kind: 'identity',
    path: '/user/bandCard',
    tw: {
      title: '實名驗證沒有通過',
      summary: '原因：{reason:identityEnd}。',
      more: ['打開實名驗證可以看到是哪一項，其他資料不用重填。'],
    },
    en: {
      title: 'Identity not verified',
      summary: 'Reason: {reason:identityEnd}.',
      more: ['Your verification page shows which item it is; the rest can stay as it is.'],
    },
  },
  'bank-account.passed': {
    kind: 'funds',
    path: '/user/BankCard',
    tw: { title: '銀行帳戶已通過', summary: '尾號 {last4} 可以用來提領。' },
    en: { title: 'Bank account approved', summary: 'You can withdraw to the account ending in {last4}.' },
  },
  'bank-account.rejected': {
    kind: 'funds',
    path: '/user/BankCard',
    tw: { title: '銀行帳戶沒有通過', summary: '尾號 {last4}。原因：{fault:bankAccountFault}。' },
    en: {
      title: 'Bank account not approved',
      summary: 'Ending in {last4}. Reason: {fault:bankAccountFault}.',
    },
  },
  'deposit.passed': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=stored-value',
    tw: { title: '儲值已入帳', summary: '{amount:money} 已經可以使用。' },
    en: { title: 'Deposit booked', summary: '{amount:money} is yours to use.' },
  },
  'deposit.rejected': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=stored-value',
    tw: { title: '儲值沒有通過', summary: '{amount:money}。原因：{fault:depositFault}。' },
    en: { title: 'Deposit rejected', summary: '{amount:money}. Reason: {fault:depositFault}.' },
  },
  'withdrawal.passed': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=withdrawal',
    tw: { title: '提領已通過', summary: '{amount:money} 會匯到尾號 {last4} 的帳戶。' },
    en: {
      title: 'Withdrawal approved',
      summary: '{amount:money} goes to the account ending in {last4}.',
    },
  },
  'withdrawal.paid': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=withdrawal',
    tw: { title: '提領已匯出', summary: '{amount:money} 已匯到尾號 {last4} 的帳戶。' },
    en: { title: 'Withdrawal paid', summary: '{amount:money} was sent to the account ending in {last4}.' },
  },
  'withdrawal.rejected': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=withdrawal',
    tw: { title: '提領沒有通過', summary: '{amount:money} 已退回可用餘額。原因：{fault:withdrawalFault}。' },
    en: {
      title: 'Withdrawal rejected',
      summary: '{amount:money} is back in your balance. Reason: {fault:withdrawalFault}.',
    },
  },
  'withdrawal.returned': {
    kind: 'funds',
    path: '/user/FundingDetails?tab=withdrawal',
    tw: { title: '提領被銀行退回', summary: '{amount:money} 已退回可用餘額。原因：{note}' },
    en: {
      title: 'The bank returned your withdrawal',
      summary: '{amount:money} is back in your balance. Reason: {note}',
    },
  },
  'coupon.granted': {
    kind: 'funds',
    path: '/home/coupons',
    tw: {
      title: '收到手續費券',
      summary: '{amount:money}，{until:moment} 前可用。',
      more: ['成交時手續費照收，委託結束後，券抵的部分會退回可用餘額。'],
    },
    en: {
      title: 'You have a fee voucher',
      summary: '{amount:money}, good until {until:moment}.',
      more: ['The fee is charged as always; when your order has ended, the voucher’s part of it comes back.'],
    },
  },
  'coupon.used': {
    kind: 'funds',
    path: '/user/FundingDetails',
    tw: { title: '手續費券已退回', summary: '{symbol} 的手續費退回 {amount:money}。' },
    en: { title: 'Your fee voucher paid', summary: '{amount:money} of the fee for {symbol} came back.' },
  },
  'funds.corrected': {
    kind: 'funds',
    path: '/user/FundingDetails',
    tw: {
      title: '你的資金紀錄有一筆更正',
      summary: '{amount:money}。{why}',
      more: ['更正由兩位人員核准，原本那筆紀錄不會改。'],
    },
    en: {
      title: 'A correction on your account',
      summary: '{amount:money}. {whyEn}',
      more: ['Two people approved it. The record it corrects stays as it is.'],
    },
  },
} as const satisfies Record<string, NoticeForm>

export type NoticeCode = keyof typeof noticeForms

export const noticeCodes = Object.keys(noticeForms) as readonly NoticeCode[]

export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(noticeForms, code)
