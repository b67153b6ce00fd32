// All notices to members, in both languages. A notice is stored as its code and its values, and the text is built when
// it is read: both languages are always available, and a wording can be corrected for notices already sent.
//
// form.ts says how a text names its values.

import type { NoticeTopic } from '@fairlot/contract/notices'
import { form, type NoticeForm } from './form.ts'
import { creditForms } from './credit-codes.ts'
import { offerForms } from './offer-codes.ts'
import { tradeForms } from './trade-codes.ts'

const security = '/user/setting?view=security'
const restrictions = '/user/setting?view=restrictions'
const dayTrading = '/common/dayTrading'
const blockTrades = '/common/dividend?tab=applications'
const withdrawals = '/user/FundingDetails?tab=withdrawal'
const deposits = '/user/FundingDetails?tab=stored-value'
const bankAccounts = '/user/BankCard'
const notYou = {
  tw: '若非本人操作，請立即更改登入密碼，並到「登入中的裝置」登出不認得的裝置。',
  en: 'If this was not you, change your login password now and log out any device you do not recognise.',
}

/** Each notice: its topic, its link, then title, summary and paragraphs in Chinese and in English. */
export const noticeForms = {
  ...tradeForms,
  ...offerForms,
  ...creditForms,
  'security.new-device': form(
    'security',
    '/user/setting?view=devices',
    ['新裝置登入', '{device}，{at:moment} 登入。', notYou.tw],
    ['New device login', '{device} logged in at {at:moment}.', notYou.en],
  ),
  'security.password-changed': form(
    'security',
    security,
    ['登入密碼已更改', '其他裝置已全部登出。提領暫停至 {until:moment}。', notYou.tw],
    [
      'Login password changed',
      'All other devices were logged out. Withdrawals are paused until {until:moment}.',
      notYou.en,
    ],
  ),
  'security.password-recovered': form(
    'security',
    security,
    ['登入密碼已重設', '所有裝置已登出。提領暫停至 {until:moment}。', notYou.tw],
    [
      'Login password reset',
      'All devices were logged out. Withdrawals are paused until {until:moment}.',
      notYou.en,
    ],
  ),
  'security.recovery-asked': form(
    'security',
    security,
    ['已收到密碼重設申請', '申請編號 {reference}，等候兩位審核人員確認身分。', notYou.tw],
    [
      'Password reset requested',
      'Two reviewers will verify the identity behind request {reference}.',
      notYou.en,
    ],
  ),
  'security.recovery-passed': form(
    'security',
    security,
    ['密碼重設申請已通過', '申請編號 {reference}。請在 {until:moment} 前用取回碼設定新密碼。', notYou.tw],
    [
      'Password reset approved',
      'Request {reference}. Use your key to set a new password by {until:moment}.',
      notYou.en,
    ],
  ),
  'security.recovery-rejected': form(
    'security',
    security,
    ['密碼重設申請未通過', '申請編號 {reference}。密碼未變更。'],
    ['Password reset rejected', 'Request {reference}. Your password was not changed.'],
  ),
  'security.fund-password-set': form(
    'security',
    security,
    ['資金密碼已設定', '之後提領須輸入這組密碼。', notYou.tw],
    ['Fund password set', 'You will need it for every withdrawal.', notYou.en],
  ),
  'security.fund-password-changed': form(
    'security',
    security,
    ['資金密碼已更改', '提領暫停至 {until:moment}。', notYou.tw],
    ['Fund password changed', 'Withdrawals are paused until {until:moment}.', notYou.en],
  ),
  'security.two-step-on': form(
    'security',
    '/user/setting?view=two-step',
    ['兩步驟驗證已開啟', '之後登入須輸入驗證碼。'],
    ['Two-step verification is on', 'You will need a code to log in.'],
  ),
  'security.two-step-off': form(
    'security',
    '/user/setting?view=two-step',
    ['兩步驟驗證已關閉', '現在只需密碼即可登入。', notYou.tw],
    ['Two-step verification is off', 'You can now log in with your password alone.', notYou.en],
  ),
  'personal.viewed': form(
    'security',
    null,
    ['營運人員查看了你的資料', '{operator} 查看了你的{field:personalField}。', '原因：{purpose}'],
    ['An operator viewed your data', '{operator} viewed your {field:personalField}.', 'Purpose: {purpose}'],
  ),
  'restriction.set': form(
    'rules',
    restrictions,
    [
      '你的帳戶受到限制',
      '{kind:restriction}。原因：{reason:restrictionReason}。',
      '這項限制由兩位營運人員決定，最晚 {reviewOn:day} 複查。你可隨時提出申訴。',
    ],
    [
      'Your account is restricted',
      '{kind:restriction}. Reason: {reason:restrictionReason}.',
      'Two operators set this restriction. It will be reviewed by {reviewOn:day} at the latest. You can appeal at any time.',
    ],
  ),
  'restriction.lifted': form(
    'rules',
    restrictions,
    ['限制已解除', '已解除：{kind:restriction}。'],
    ['Restriction lifted', 'Lifted: {kind:restriction}.'],
  ),
  'appeal.rejected': form(
    'rules',
    restrictions,
    ['申訴未通過', '限制仍然有效。原因：{note}'],
    ['Appeal rejected', 'The restriction remains in place. Reason: {note}'],
  ),
  'appeal.expired': form(
    'rules',
    restrictions,
    ['申訴逾期未審結', '限制仍然有效：{kind:restriction}。', '這不是你的問題，你可以立即再次申訴。'],
    [
      'Appeal expired without a decision',
      'The restriction remains in place: {kind:restriction}.',
      'This was not your fault. You can appeal again right away.',
    ],
  ),
  'margin.called': form(
    'margin',
    '/position/position?view=margin-call',
    [
      '追繳通知：維持率不足',
      '維持率 {ratio:percent}。請於 {deadline:moment} 前補繳 {amount:money}。',
      '若期限前未補足，系統將賣出或回補部位，直到維持率足夠。',
    ],
    [
      'Margin call',
      'Your maintenance ratio is {ratio:percent}. Add {amount:money} by {deadline:moment}.',
      'If you do not meet the call by then, we close positions until the ratio is high enough.',
    ],
  ),
  'margin.forced': form(
    'margin',
    '/position/position?view=margin-call',
    [
      '開始強制平倉',
      '維持率 {ratio:percent}。系統正在平倉，直到維持率足夠為止。',
      '每筆平倉都送進市場撮合，和其他委託一樣附成交憑據。',
    ],
    [
      'Forced close started',
      'Your maintenance ratio is {ratio:percent}. We are closing positions until it is high enough.',
      'Each of these orders goes through the market, with the same evidence as any other order.',
    ],
  ),
  'margin.ended': form(
    'margin',
    '/position/position',
    ['追繳已結束', '{state:marginEnd}。'],
    ['Margin call ended', '{state:marginEnd}.'],
  ),
  'day-trading.covering': form(
    'day-trading',
    dayTrading,
    [
      '當沖部位即將自動沖銷',
      '{count} 筆當沖部位將於 {at:moment} 自動沖銷。',
      '如要自行沖銷或留倉，請在這之前操作。',
    ],
    [
      'Automatic cover coming up',
      'Open day trades: {count}. They will be covered automatically at {at:moment}.',
      'To decide yourself, cover them or keep them overnight before then.',
    ],
  ),
  'block-trade.passed': form(
    'orders',
    blockTrades,
    [
      '{name} 鉅額交易已成交',
      '{quantity:shares}，價格 {price:price}，共 {amount:money}。{settlesOn:day} 交割，當天起可賣。',
    ],
    [
      '{nameEn} block trade complete',
      '{quantity:shares} at {price:price}, {amount:money} in all. Settles on {settlesOn:day}; you can sell from then on.',
    ],
  ),
  'block-trade.rejected': form(
    'orders',
    blockTrades,
    [
      '{name} 鉅額交易未成交',
      '{amount:money} 已解凍，不計入當天次數。原因：{rejectionReason:blockRejection}。',
    ],
    [
      '{nameEn} block trade not approved',
      '{amount:money} is available again and today’s count is unchanged. Reason: {rejectionReason:blockRejection}.',
    ],
  ),
  'day-trading.passed': form(
    'day-trading',
    dayTrading,
    ['當沖申請已通過', '現在可以開始當沖交易。'],
    ['Day trading approved', 'You can start day trading now.'],
  ),
  'day-trading.rejected': form(
    'day-trading',
    dayTrading,
    ['當沖申請未通過', '原因：{note}', '補齊後可再次申請。'],
    ['Day trading application rejected', 'Reason: {note}', 'You can apply again once this is resolved.'],
  ),
  'identity.verified': form(
    'identity',
    '/user/bandCard',
    ['實名認證已通過', '現在可以新增銀行帳戶、儲值和提領。'],
    ['Identity verified', 'You can now add a bank account, deposit and withdraw.'],
  ),
  'identity.rejected': form(
    'identity',
    '/user/bandCard',
    ['實名認證未通過', '原因：{reason:identityEnd}。', '請到實名認證查看需要補件的項目，其他資料不必重填。'],
    [
      'Identity verification rejected',
      'Reason: {reason:identityEnd}.',
      'Your verification page shows which item to send again. You can keep the rest.',
    ],
  ),
  'bank-account.passed': form(
    'funds',
    bankAccounts,
    ['銀行帳戶已通過', '末四碼 {last4} 的帳戶可用於提領。'],
    ['Bank account approved', 'You can withdraw to the account ending in {last4}.'],
  ),
  'bank-account.rejected': form(
    'funds',
    bankAccounts,
    ['銀行帳戶未通過', '末四碼 {last4}。原因：{rejectionReason:bankAccountRejection}。'],
    ['Bank account rejected', 'Account ending in {last4}. Reason: {rejectionReason:bankAccountRejection}.'],
  ),
  'deposit.passed': form(
    'funds',
    deposits,
    ['儲值已入帳', '{amount:money} 已存入可用資金。'],
    ['Deposit complete', '{amount:money} is now available.'],
  ),
  'deposit.rejected': form(
    'funds',
    deposits,
    ['儲值未通過', '{amount:money}。原因：{rejectionReason:depositRejection}。'],
    ['Deposit rejected', '{amount:money}. Reason: {rejectionReason:depositRejection}.'],
  ),
  'withdrawal.passed': form(
    'funds',
    withdrawals,
    ['提領已通過', '{amount:money} 將匯到末四碼 {last4} 的帳戶。'],
    ['Withdrawal approved', '{amount:money} will be sent to your account ending in {last4}.'],
  ),
  'withdrawal.paid': form(
    'funds',
    withdrawals,
    ['提領已匯出', '{amount:money} 已匯到末四碼 {last4} 的帳戶。'],
    ['Withdrawal sent', '{amount:money} was sent to your account ending in {last4}.'],
  ),
  'withdrawal.rejected': form(
    'funds',
    withdrawals,
    ['提領未通過', '{amount:money} 已退回可用資金。原因：{rejectionReason:withdrawalRejection}。'],
    [
      'Withdrawal rejected',
      '{amount:money} is back in your available funds. Reason: {rejectionReason:withdrawalRejection}.',
    ],
  ),
  'withdrawal.returned': form(
    'funds',
    withdrawals,
    ['提領遭銀行退回', '{amount:money} 已退回可用資金。原因：{note}'],
    ['Withdrawal returned by the bank', '{amount:money} is back in your available funds. Reason: {note}'],
  ),
  'coupon.granted': form(
    'funds',
    '/home/coupons',
    [
      '收到手續費券',
      '{amount:money}，{until:moment} 前可用。',
      '成交時先收全額手續費，委託結束後，手續費券折抵的金額會退回可用資金。',
    ],
    [
      'New fee voucher',
      '{amount:money}, valid until {until:moment}.',
      'Your order is charged the full fee. The voucher amount is refunded when the order ends.',
    ],
  ),
  'coupon.used': form(
    'funds',
    '/user/FundingDetails',
    ['手續費券已折抵', '{symbol} 的手續費已退回 {amount:money}。'],
    ['Fee voucher applied', '{amount:money} of the fee for {symbol} was refunded.'],
  ),
  'funds.corrected': form(
    'funds',
    '/user/FundingDetails',
    ['資金紀錄更正', '{amount:money}。{why}', '更正由兩位營運人員核准，原紀錄保持不變。'],
    [
      'Fund record corrected',
      '{amount:money}. {whyEn}',
      'Two operators approved the correction. The original record is unchanged.',
    ],
  ),
} as const satisfies Record<string, NoticeForm>

export type NoticeCode = keyof typeof noticeForms

export const noticeCodes = Object.keys(noticeForms) as readonly NoticeCode[]

/** The topic of a notice to everyone, which has no code, is `site`. */
export const topicOf = (code: string | null): NoticeTopic =>
  code === null ? 'site' : isNoticeCode(code) ? noticeForms[code].topic : 'rules'

/** The codes of a topic. */
export const codesOf = (topic: NoticeTopic): readonly NoticeCode[] =>
  noticeCodes.filter((code) => noticeForms[code].topic === topic)

export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(noticeForms, code)
