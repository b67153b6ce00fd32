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

type Words = readonly [title: string, summary: string, ...more: string[]]

const wordingOf = ([title, summary, ...more]: Words): Wording => ({
  title,
  summary,
  ...(more.length === 0 ? {} : { more }),
})

const form = (kind: NoticeForm['kind'], path: string | null, tw: Words, en: Words): NoticeForm => ({
  kind,
  path,
  tw: wordingOf(tw),
  en: wordingOf(en),
})

const security = '/user/setting?view=security'
const restrictions = '/user/setting?view=restrictions'
const dayTrading = '/common/dayTrading'
const withdrawals = '/user/FundingDetails?tab=withdrawal'
const deposits = '/user/FundingDetails?tab=stored-value'
const bankAccounts = '/user/BankCard'
const notYou = {
  tw: '如果不是你本人，請馬上更改登入密碼，並到「登入中的裝置」把不認得的裝置登出。',
  en: 'If this was not you, change your login password at once and sign out the devices you do not know.',
}

/** Each notice: its kind, its link, then title, summary and paragraphs in Chinese and in English. */
export const noticeForms = {
  'security.new-device': form(
    'security',
    '/user/setting?view=devices',
    ['新裝置登入', '{at:moment} 有新裝置登入：{device}。', notYou.tw],
    ['Signed in on a new device', 'A new device signed in at {at:moment}: {device}.', notYou.en],
  ),
  'security.password-changed': form(
    'security',
    security,
    ['登入密碼已更改', '其他裝置都已登出。提領暫停到 {until:moment}。', notYou.tw],
    [
      'Login password changed',
      'Every other device was signed out. Withdrawals rest until {until:moment}.',
      notYou.en,
    ],
  ),
  'security.password-recovered': form(
    'security',
    security,
    ['登入密碼已重設', '所有裝置都已登出。提領暫停到 {until:moment}。', notYou.tw],
    [
      'Login password reset',
      'Every device was signed out. Withdrawals rest until {until:moment}.',
      notYou.en,
    ],
  ),
  'security.recovery-asked': form(
    'security',
    security,
    ['有人申請重設你的密碼', '申請編號 {reference}，等兩位審核人員確認身分。', notYou.tw],
    [
      'Somebody asked to reset your password',
      'Request {reference} waits for two reviewers to check who asks.',
      notYou.en,
    ],
  ),
  'security.recovery-passed': form(
    'security',
    security,
    ['密碼重設申請已通過', '申請編號 {reference}。請在 {until:moment} 前用取回碼設定新密碼。', notYou.tw],
    [
      'The password reset was approved',
      'Request {reference}. Set the new password with your key by {until:moment}.',
      notYou.en,
    ],
  ),
  'security.recovery-rejected': form(
    'security',
    security,
    ['密碼重設申請沒有通過', '申請編號 {reference}。密碼沒有改變。'],
    ['The password reset was rejected', 'Request {reference}. Nothing has changed.'],
  ),
  'security.fund-password-set': form(
    'security',
    security,
    ['資金密碼已設定', '之後提領要輸入這組密碼。', notYou.tw],
    ['Fund password set', 'Withdrawals ask for it from now on.', notYou.en],
  ),
  'security.fund-password-changed': form(
    'security',
    security,
    ['資金密碼已更改', '提領暫停到 {until:moment}。', notYou.tw],
    ['Fund password changed', 'Withdrawals rest until {until:moment}.', notYou.en],
  ),
  'security.two-step-on': form(
    'security',
    '/user/setting?view=two-step',
    ['兩步驟驗證已開啟', '之後登入要再輸入驗證碼。'],
    ['Two-step verification is on', 'Signing in asks for a code from now on.'],
  ),
  'security.two-step-off': form(
    'security',
    '/user/setting?view=two-step',
    ['兩步驟驗證已關閉', '現在只要密碼就能登入。', notYou.tw],
    ['Two-step verification is off', 'The password alone signs in now.', notYou.en],
  ),
  'personal.viewed': form(
    'security',
    null,
    ['有人員查看你的資料', '{operator} 查看了你的{field:personalField}。', '原因：{purpose}'],
    ['Somebody looked at your data', '{operator} opened your {field:personalField}.', 'Purpose: {purpose}'],
  ),
  'restriction.set': form(
    'rules',
    restrictions,
    [
      '你的帳戶受到限制',
      '{kind:restriction}。原因：{reason:restrictionReason}。',
      '這項限制由兩位人員決定，最晚 {reviewOn:day} 覆核。你隨時可以提出申訴。',
    ],
    [
      'Your account is restricted',
      '{kind:restriction}. Reason: {reason:restrictionReason}.',
      'Two people decided it. It is reviewed by {reviewOn:day} at the latest, and you may appeal at any time.',
    ],
  ),
  'restriction.lifted': form(
    'rules',
    restrictions,
    ['限制已解除', '已解除：{kind:restriction}。'],
    ['A restriction was lifted', 'Lifted: {kind:restriction}.'],
  ),
  'appeal.rejected': form(
    'rules',
    restrictions,
    ['申訴沒有通過', '限制繼續有效。原因：{note}'],
    ['Your appeal was not granted', 'The restriction stays. Reason: {note}'],
  ),
  'appeal.expired': form(
    'rules',
    restrictions,
    ['申訴逾期沒有審完', '限制繼續有效：{kind:restriction}。', '這不是你的問題，你可以馬上再申訴一次。'],
    [
      'Your appeal ran out before it was decided',
      'The restriction stays: {kind:restriction}.',
      'This was not your doing. You may appeal again at once.',
    ],
  ),
  'margin.called': form(
    'trading',
    '/position/position?view=margin-call',
    [
      '維持率不足，請補繳',
      '維持率 {ratio:percent}。請在 {deadline:moment} 前補 {amount:money}。',
      '期限前沒有補足，系統會賣出或回補部位，直到維持率足夠。',
    ],
    [
      'Margin call',
      'Maintenance is {ratio:percent}. Pay in {amount:money} by {deadline:moment}.',
      'If it is not met by then, positions are closed until the ratio is high enough again.',
    ],
  ),
  'margin.forced': form(
    'trading',
    '/position/position?view=margin-call',
    [
      '開始強制平倉',
      '維持率 {ratio:percent}。系統正在平倉，直到維持率足夠。',
      '每一筆平倉都走市場，成交證明和其他委託一樣。',
    ],
    [
      'Forced closing has begun',
      'Maintenance is {ratio:percent}. Positions are being closed until it is high enough.',
      'Every one of these orders goes through the market and has the same evidence as any other.',
    ],
  ),
  'margin.ended': form(
    'trading',
    '/position/position',
    ['補繳通知已結束', '{state:marginEnd}。'],
    ['The margin call is over', '{state:marginEnd}.'],
  ),
  'day-trading.covering': form(
    'trading',
    dayTrading,
    [
      '當沖部位即將自動平倉',
      '{count} 筆當沖部位會在 {at:moment} 自動平倉。',
      '想自己平倉或留倉，請在時間到之前操作。',
    ],
    [
      'Day trades are about to be covered',
      '{count} of your day trades will be covered at {at:moment}.',
      'Close them or keep them overnight before then if you would rather decide yourself.',
    ],
  ),
  'day-trading.passed': form(
    'trading',
    dayTrading,
    ['當沖申請已通過', '你現在可以當沖交易。'],
    ['Day trading approved', 'You may day trade now.'],
  ),
  'day-trading.rejected': form(
    'trading',
    dayTrading,
    ['當沖申請沒有通過', '原因：{note}', '補齊之後可以再申請。'],
    ['Day trading not approved', 'Reason: {note}', 'You may apply again once that is mended.'],
  ),
  'identity.verified': form(
    'identity',
    '/user/bandCard',
    ['實名驗證已通過', '可以綁定銀行帳戶、儲值和提領。'],
    ['Identity verified', 'You can add a bank account, deposit and withdraw.'],
  ),
  'identity.rejected': form(
    'identity',
    '/user/bandCard',
    ['實名驗證沒有通過', '原因：{reason:identityEnd}。', '打開實名驗證可以看到是哪一項，其他資料不用重填。'],
    [
      'Identity not verified',
      'Reason: {reason:identityEnd}.',
      'Your verification page shows which item it is; the rest can stay as it is.',
    ],
  ),
  'bank-account.passed': form(
    'funds',
    bankAccounts,
    ['銀行帳戶已通過', '尾號 {last4} 可以用來提領。'],
    ['Bank account approved', 'You can withdraw to the account ending in {last4}.'],
  ),
  'bank-account.rejected': form(
    'funds',
    bankAccounts,
    ['銀行帳戶沒有通過', '尾號 {last4}。原因：{fault:bankAccountFault}。'],
    ['Bank account not approved', 'Ending in {last4}. Reason: {fault:bankAccountFault}.'],
  ),
  'deposit.passed': form(
    'funds',
    deposits,
    ['儲值已入帳', '{amount:money} 已經可以使用。'],
    ['Deposit booked', '{amount:money} is yours to use.'],
  ),
  'deposit.rejected': form(
    'funds',
    deposits,
    ['儲值沒有通過', '{amount:money}。原因：{fault:depositFault}。'],
    ['Deposit rejected', '{amount:money}. Reason: {fault:depositFault}.'],
  ),
  'withdrawal.passed': form(
    'funds',
    withdrawals,
    ['提領已通過', '{amount:money} 會匯到尾號 {last4} 的帳戶。'],
    ['Withdrawal approved', '{amount:money} goes to the account ending in {last4}.'],
  ),
  'withdrawal.paid': form(
    'funds',
    withdrawals,
    ['提領已匯出', '{amount:money} 已匯到尾號 {last4} 的帳戶。'],
    ['Withdrawal paid', '{amount:money} was sent to the account ending in {last4}.'],
  ),
  'withdrawal.rejected': form(
    'funds',
    withdrawals,
    ['提領沒有通過', '{amount:money} 已退回可用餘額。原因：{fault:withdrawalFault}。'],
    ['Withdrawal rejected', '{amount:money} is back in your balance. Reason: {fault:withdrawalFault}.'],
  ),
  'withdrawal.returned': form(
    'funds',
    withdrawals,
    ['提領被銀行退回', '{amount:money} 已退回可用餘額。原因：{note}'],
    ['The bank returned your withdrawal', '{amount:money} is back in your balance. Reason: {note}'],
  ),
  'coupon.granted': form(
    'funds',
    '/home/coupons',
    [
      '收到手續費券',
      '{amount:money}，{until:moment} 前可用。',
      '成交時手續費照收，委託結束後，券抵的部分會退回可用餘額。',
    ],
    [
      'You have a fee voucher',
      '{amount:money}, good until {until:moment}.',
      'The fee is charged as always; when your order has ended, the voucher’s part of it comes back.',
    ],
  ),
  'coupon.used': form(
    'funds',
    '/user/FundingDetails',
    ['手續費券已退回', '{symbol} 的手續費退回 {amount:money}。'],
    ['Your fee voucher paid', '{amount:money} of the fee for {symbol} came back.'],
  ),
  'funds.corrected': form(
    'funds',
    '/user/FundingDetails',
    ['你的資金紀錄有一筆更正', '{amount:money}。{why}', '更正由兩位人員核准，原本那筆紀錄不會改。'],
    [
      'A correction on your account',
      '{amount:money}. {whyEn}',
      'Two people approved it. The record it corrects stays as it is.',
    ],
  ),
} as const satisfies Record<string, NoticeForm>

export type NoticeCode = keyof typeof noticeForms

export const noticeCodes = Object.keys(noticeForms) as readonly NoticeCode[]

export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(noticeForms, code)
