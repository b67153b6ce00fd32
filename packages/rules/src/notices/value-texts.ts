// Texts that stand for a code inside a notice, in both languages.

import type { BankAccountRejection } from '@fairlot/contract/bank-accounts'
import type { BidVoidReason } from '@fairlot/contract/auctions'
import type { BlockRejection } from '@fairlot/contract/block-trades'
import type { DepositRejection } from '@fairlot/contract/deposits'
import type { IdentityRejection } from '@fairlot/contract/identity'
import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'
import type { CopyEndReason } from '@fairlot/contract/copy-trading'
import type { CreditEndReason } from '@fairlot/contract/credit/states'
import type { MentorApplicationReason, MentorLevel } from '@fairlot/contract/mentors'
import type { PersonalField } from '@fairlot/contract/operators'
import type { SkipReason } from '@fairlot/contract/savings-plans/states'
import type { VoidReason } from '@fairlot/contract/new-shares'
import type { WithdrawalRejection } from '@fairlot/contract/withdrawals'

interface ValueText {
  readonly tw: string
  readonly en: string
}

const restriction: Record<RestrictionKind, ValueText> = {
  frozen: { tw: '帳戶凍結', en: 'Account frozen' },
  'login-banned': { tw: '限制登入', en: 'Login blocked' },
  disabled: { tw: '帳戶停用', en: 'Account disabled' },
  'no-trading': { tw: '暫停交易', en: 'Trading suspended' },
  'no-withdrawal': { tw: '暫停提領', en: 'Withdrawals suspended' },
}

const restrictionReason: Record<RestrictionReason, ValueText> = {
  'member-request': { tw: '依你的要求', en: 'you requested it' },
  'suspected-takeover': {
    tw: '登入情形異常，帳戶可能遭他人使用',
    en: 'unusual logins; another person may have access to your account',
  },
  'identity-doubt': { tw: '身分資料有疑問', en: 'a question about your identity documents' },
  'court-order': { tw: '依法院或主管機關的命令', en: 'a court or regulatory order' },
  'market-conduct': { tw: '交易行為正在查核', en: 'your trading is under review' },
  debt: { tw: '有逾期未還的款項', en: 'an overdue payment' },
}

const personalField: Record<PersonalField, ValueText> = {
  account: { tw: '手機號碼', en: 'phone number' },
  name: { tw: '姓名', en: 'name' },
  'id-number': { tw: '證件號碼', en: 'ID number' },
  'birth-date': { tw: '出生日期', en: 'date of birth' },
  'bank-account': { tw: '銀行帳號', en: 'bank account number' },
  'identity-documents': { tw: '證件照片', en: 'identity documents' },
  contact: { tw: '聯絡方式', en: 'contact details' },
  'support-picture': { tw: '客服附圖', en: 'picture for customer service' },
}

const marginEnd: Record<'met' | 'recovered' | 'closed', ValueText> = {
  met: { tw: '已補足', en: 'You met the call' },
  recovered: { tw: '維持率已回升', en: 'The maintenance ratio recovered' },
  closed: { tw: '部位已平倉', en: 'Your positions were closed' },
}

const expired: ValueText = {
  tw: '逾期未審結，請重新送出',
  en: 'it expired before a decision; please send it again',
}
const cancelledByMember: ValueText = { tw: '你已取消', en: 'you cancelled it' }
const nameDiffers: ValueText = {
  tw: '戶名與實名不符',
  en: 'the account name does not match your verified name',
}

const identityEnd: Record<IdentityRejection, ValueText> = {
  rejected: { tw: '部分資料需要補件', en: 'some items must be sent again' },
  duplicate: {
    tw: '這個證件已用於另一個帳戶的實名認證',
    en: 'this document is already verified for another account',
  },
  expired,
  cancelled: cancelledByMember,
}

const bankAccountRejection: Record<BankAccountRejection, ValueText> = {
  'name-differs': nameDiffers,
  'account-unknown': { tw: '銀行查不到這個帳號', en: 'the bank has no account with this number' },
  'bank-refused': { tw: '銀行不接受這個帳號', en: 'the bank does not accept this account' },
  expired,
  cancelled: cancelledByMember,
}

const depositRejection: Record<DepositRejection, ValueText> = {
  'not-received': { tw: '銀行明細查無這筆款項', en: 'the bank statement does not show this payment' },
  'amount-differs': { tw: '金額與填寫的不符', en: 'the amount does not match' },
  'name-differs': nameDiffers,
  'receipt-unreadable': { tw: '轉帳憑證無法辨識', en: 'the receipt cannot be read' },
  'receipt-used': { tw: '這張轉帳憑證已使用過', en: 'the receipt was already used' },
  'third-party': { tw: '不是由你本人的帳戶匯出', en: 'it came from another person’s account' },
  expired,
  cancelled: cancelledByMember,
}

const voidReason: Record<VoidReason, ValueText> = {
  'draw-void': { tw: '抽籤作廢', en: 'the draw is void' },
  removed: { tw: '這檔新股已下架', en: 'the offer was removed' },
  restricted: { tw: '帳戶受限制，不符合申購資格', en: 'your account is restricted' },
  'related-person': { tw: '承銷商關係人不得參加申購', en: 'people related to the broker cannot apply' },
}

const bidVoidReason: Record<BidVoidReason, ValueText> = {
  removed: { tw: '這檔競拍已下架', en: 'the auction was removed' },
  'not-listed': { tw: '標單清單未在開標前公布', en: 'the list of bids was not published in time' },
  restricted: { tw: '帳戶受限制，不符合投標資格', en: 'your account is restricted' },
  'related-person': { tw: '承銷商關係人不得投標', en: 'people related to the broker cannot bid' },
}

const withdrawalRejection: Record<WithdrawalRejection, ValueText> = {
  'name-differs': nameDiffers,
  'account-refused': { tw: '銀行不接受這個帳戶', en: 'the bank does not accept this account' },
  'not-confirmed': { tw: '無法確認為本人申請', en: 'we could not confirm it was you' },
  'suspected-takeover': {
    tw: '帳戶可能遭他人使用',
    en: 'another person may have access to your account',
  },
  'court-order': { tw: '依法院或主管機關的命令', en: 'a court or regulatory order' },
  'bank-returned': { tw: '銀行退回', en: 'the bank returned it' },
  expired,
  cancelled: cancelledByMember,
}

const blockRejection: Record<BlockRejection, ValueText> = {
  'seller-withdrew': { tw: '賣方取消這次出售', en: 'the seller withdrew the sale' },
  'price-out-of-range': { tw: '價格超出當日範圍', en: 'the price is outside the day’s range' },
  'not-confirmed': { tw: '無法確認為本人申請', en: 'we could not confirm it was you' },
  'suspected-takeover': {
    tw: '帳戶可能遭他人使用',
    en: 'another person may have access to your account',
  },
  'market-conduct': { tw: '交易行為待釐清', en: 'a question about market conduct' },
  expired: { tw: '當天截止前未審核完成', en: 'it was not decided before the close' },
  cancelled: cancelledByMember,
}

const mentorReason: Record<MentorApplicationReason, ValueText> = {
  'promises-return': { tw: '簡介提到報酬或保證', en: 'the strategy promises a return' },
  'unclear-strategy': { tw: '策略說明不清楚', en: 'the strategy is unclear' },
  'market-conduct': { tw: '交易行為待釐清', en: 'a question about market conduct' },
  impersonation: { tw: '名稱容易被誤認為他人', en: 'the name can be mistaken for another person' },
  'below-threshold': { tw: '審核時未達初階門檻', en: 'your figures were below junior when it was decided' },
  'name-taken': { tw: '名稱已有導師使用', en: 'another mentor has the name' },
  expired,
  cancelled: cancelledByMember,
}

const copyEnd: Record<CopyEndReason, ValueText> = {
  unsuitable: { tw: '金額與帳戶狀況不相稱', en: 'the amount does not suit the account' },
  'source-of-funds': { tw: '資金來源待釐清', en: 'a question about the source of funds' },
  'suspected-takeover': {
    tw: '帳戶可能遭他人使用',
    en: 'another person may have access to your account',
  },
  'market-conduct': { tw: '交易行為待釐清', en: 'a question about market conduct' },
  expired,
  cancelled: cancelledByMember,
  stopped: { tw: '你已停止跟單', en: 'you stopped it' },
  'stop-loss': { tw: '已達停損', en: 'the stop-loss was reached' },
  'mentor-closed': { tw: '導師已停止公開', en: 'the mentor closed the profile' },
  'term-over': { tw: '商品期間已滿', en: 'the term of the product is over' },
}

const creditEnd: Record<CreditEndReason, ValueText> = {
  collateral: { tw: '擔保不足', en: 'the pledge does not carry the loan' },
  'source-of-funds': copyEnd['source-of-funds'],
  'suspected-takeover': copyEnd['suspected-takeover'],
  unsuitable: copyEnd.unsuitable,
  expired,
  cancelled: cancelledByMember,
}

const creditCallEnd: Record<'met' | 'recovered' | 'closed', ValueText> = {
  met: { tw: '借款已還清', en: 'the loan is repaid' },
  recovered: { tw: '擔保率已足夠', en: 'the pledge covers the loan again' },
  closed: { tw: '借款已由賣股還清', en: 'the sale has repaid the loan' },
}

const mentorLevel: Record<MentorLevel | 'none', ValueText> = {
  none: { tw: '未達初階', en: 'below junior' },
  junior: { tw: '初階', en: 'junior' },
  intermediate: { tw: '中階', en: 'intermediate' },
  senior: { tw: '高階', en: 'senior' },
}

/** What an order did, by its purpose and direction. */
const orderAction: Record<'buy' | 'sell' | 'short' | 'cover', ValueText> = {
  buy: { tw: '買進', en: 'bought' },
  sell: { tw: '賣出', en: 'sold' },
  short: { tw: '做空', en: 'sold short' },
  cover: { tw: '回補', en: 'bought back' },
}

/** The kind of order that did not become what it asked for. */
const orderKind: Record<'buy' | 'sell' | 'short' | 'cover', ValueText> = {
  buy: { tw: '買進', en: 'buy' },
  sell: { tw: '賣出', en: 'sell' },
  short: { tw: '做空', en: 'short' },
  cover: { tw: '回補', en: 'cover' },
}

/** Before the name, when the member did not send the order. */
const orderOrigin: Record<
  'member' | 'conditional' | 'liquidation' | 'auto-cover' | 'savings-plan' | 'copy',
  ValueText
> = {
  member: { tw: '', en: '' },
  conditional: { tw: '條件單：', en: 'Conditional order: ' },
  liquidation: { tw: '強制平倉：', en: 'Forced close: ' },
  'auto-cover': { tw: '自動沖銷：', en: 'Automatic cover: ' },
  'savings-plan': { tw: '定期定額：', en: 'Savings plan: ' },
  copy: { tw: '跟單：', en: 'Copied: ' },
}

/** Why the venue ended an order. `system`: a forced close, a cover or the member's own stop asked for it. */
const orderEnd: Record<string, ValueText> = {
  system: { tw: '系統取消', en: 'cancelled by the system' },
  rule: { tw: '短時間內委託過多，系統停止下單', en: 'too many orders in a short time' },
  asked: { tw: '你已取消', en: 'you cancelled it' },
  unfilled: { tw: '未能立即成交', en: 'it could not fill at once' },
  'self-trade': {
    tw: '將與你自己的委託成交',
    en: 'it would have traded with your own order',
  },
  paused: { tw: '暫緩撮合或暫停交易', en: 'matching was paused' },
  replaced: { tw: '由新委託取代', en: 'a new order replaced it' },
  'end-of-day': { tw: '今日收盤', en: 'the market closed' },
  refused: { tw: '交易所未接受', en: 'the exchange did not accept it' },
}

const alertRepeat: Record<'once' | 'daily', ValueText> = {
  once: { tw: '這個提醒已用完。', en: 'This alert has now ended.' },
  daily: { tw: '下個交易日會再提醒。', en: 'It stays on for the next trading day.' },
}

const alertWay: Record<'up' | 'down', ValueText> = {
  up: { tw: '上漲', en: 'up' },
  down: { tw: '下跌', en: 'down' },
}

const conditionalEnd: Record<'failed' | 'expired' | 'unfunded', ValueText> = {
  unfunded: { tw: '可用資金不足，停利停損沒有設定', en: 'not enough funds to set your exits' },
  failed: { tw: '條件到了，但委託沒有送出', en: 'it fired, but the order was not accepted' },
  expired: { tw: '有效期限已過', en: 'its last day has passed' },
}

/** From which side the price reached the trigger of an entry. */
const triggerWay: Record<'rise' | 'fall', ValueText> = {
  rise: { tw: '漲到', en: 'rose to' },
  fall: { tw: '跌到', en: 'fell to' },
}

const restricted: ValueText = { tw: '帳戶目前限制交易', en: 'trading is restricted on your account' }

/** Why a conditional entry ended without an order; a rule of the venue is `refused`. */
export const entryEnd = {
  expired: { tw: '有效期限已過', en: 'its last day has passed' },
  refused: {
    tw: '條件到了，但交易所未接受委託',
    en: 'it triggered, but the exchange did not accept the order',
  },
  'balance.insufficient': {
    tw: '當天的漲停價較高，可用資金不足',
    en: 'the day’s higher limit needs more than your available funds',
  },
  'order.terms-changed': {
    tw: '費率或交易規則已變更，請重新設定',
    en: 'the rates or rules have changed; please set it again',
  },
  'order.price-limit': { tw: '委託價超出當天的漲跌停價', en: 'its price is outside the day’s limits' },
  'order.stopped': { tw: '你的帳戶已停止下單', en: 'new orders are stopped on your account' },
  'guard.daily-loss': { tw: '已達你設定的單日虧損上限', en: 'you have reached your daily loss limit' },
  'margin.called': { tw: '追繳未補足前不能融資融券', en: 'there is an open margin call' },
  'margin.line-full': { tw: '信用額度不足', en: 'your credit line is used up' },
  'margin.not-eligible': { tw: '這檔股票不能融資融券', en: 'this stock cannot be traded on margin' },
  'margin.no-shares-to-lend': { tw: '券源不足', en: 'there are not enough shares to borrow' },
  'restriction.no-trading': restricted,
  'restriction.frozen': restricted,
  'restriction.disabled': restricted,
  'restriction.login-banned': restricted,
  'stock.delisted': { tw: '股票已下市', en: 'the stock is delisted' },
} as const satisfies Record<string, ValueText>

/** Why a date of a savings plan bought nothing. */
const skipReason: Record<SkipReason, ValueText> = {
  money: { tw: '可用資金不足', en: 'there was not enough money' },
  amount: { tw: '金額買不到一股', en: 'the amount does not buy one share' },
  halted: { tw: '股票暫停交易', en: 'the stock was halted' },
  'limit-up': { tw: '漲停，一整天沒有成交', en: 'the price stayed at its upper limit and nothing filled' },
  unfilled: { tw: '掛到收盤沒有成交', en: 'nothing filled until the close' },
  restricted,
  stopped: { tw: '你的帳戶已停止下單', en: 'new orders are stopped on your account' },
  cancelled: { tw: '你已取消委託', en: 'you cancelled the order' },
  delisted: { tw: '股票已下市，請結束計畫', en: 'the stock is delisted; please end the plan' },
  refused: { tw: '交易所未接受委託', en: 'the exchange did not accept the order' },
  missed: { tw: '系統當天沒有送出委託', en: 'the platform did not send the order on that day' },
}

export const noticeValueTexts: Readonly<Record<string, Readonly<Record<string, ValueText>>>> = {
  restriction,
  restrictionReason,
  personalField,
  marginEnd,
  identityEnd,
  bankAccountRejection,
  depositRejection,
  withdrawalRejection,
  skipReason,
  voidReason,
  bidVoidReason,
  blockRejection,
  mentorReason,
  copyEnd,
  creditEnd,
  creditCallEnd,
  mentorLevel,
  orderAction,
  orderKind,
  orderOrigin,
  orderEnd,
  alertRepeat,
  alertWay,
  conditionalEnd,
  triggerWay,
  entryEnd,
}
