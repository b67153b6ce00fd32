// Every kind of review, one row each: what the votes need, and how the console shows it. What it does is the
// ReviewKindHandler of its feature; app.review_kinds has the same terms for the database.

import type { OperatorRight } from './states.ts'

export interface ReviewKindTerms {
  /** The right to vote first; null when an operator's proposal counts as the first vote. */
  readonly first: OperatorRight | null
  /** The right to vote second. */
  readonly second: OperatorRight
  /** The right to propose it; null when only members can request it. */
  readonly propose: OperatorRight | null
  /** The decision time promised to the member. */
  readonly promisedMinutes: number
  readonly expiresHours: number
  /** The first approver can change the requested value; the second sees and approves the changed one. */
  readonly mayRevise: boolean
  /** A rejection needs two operators, like an approval. */
  readonly rejectByTwo: boolean
}

const asked = (promisedMinutes: number, mayRevise = false): ReviewKindTerms => ({
  first: 'review',
  second: 'approve',
  propose: null,
  promisedMinutes,
  expiresHours: 24 * 7,
  mayRevise,
  rejectByTwo: false,
})
const proposed = (propose: OperatorRight, promisedMinutes = 24 * 60): ReviewKindTerms => ({
  first: null,
  second: 'approve',
  propose,
  promisedMinutes,
  expiresHours: 72,
  mayRevise: false,
  rejectByTwo: false,
})

interface ReviewKindRow {
  readonly terms: ReviewKindTerms
  /** To be decided within minutes, at the top of the queue and with a bell. */
  readonly isUrgent?: true
  readonly icon: string
  readonly tw: string
  readonly en: string
}

export const reviewKindTable = {
  identity: { terms: asked(24 * 60), icon: 'identity', tw: '實名', en: 'Identity' },
  'bank-account': { terms: asked(4 * 60), icon: 'bank', tw: '銀行帳戶', en: 'Bank account' },
  deposit: { terms: asked(60, true), icon: 'deposit', tw: '儲值', en: 'Deposit' },
  withdrawal: { terms: asked(4 * 60), icon: 'withdraw', tw: '提領', en: 'Withdrawal' },
  'payout-batch': { terms: proposed('propose-funds'), icon: 'doc', tw: '付款檔', en: 'Payout file' },
  'payout-return': { terms: proposed('propose-funds'), icon: 'reload', tw: '退匯', en: 'Returned payout' },
  'bank-line': { terms: proposed('propose-funds'), icon: 'bank', tw: '銀行明細', en: 'Bank line' },
  'deposit-reversal': {
    terms: proposed('propose-funds', 30),
    icon: 'reload',
    tw: '儲值沖回',
    en: 'Deposit reversal',
  },
  'day-trading': { terms: asked(24 * 60), icon: 'bolt', tw: '當沖資格', en: 'Day trading' },
  'block-trade': { terms: asked(120), icon: 'box', tw: '鉅額交易', en: 'Block trade' },
  mentor: { terms: asked(24 * 60), icon: 'follow', tw: '導師申請', en: 'Mentor' },
  copy: { terms: { ...asked(4 * 60), expiresHours: 72 }, icon: 'follow', tw: '跟單申請', en: 'Copy' },
  'copy-product': {
    terms: proposed('propose-funds'),
    icon: 'follow',
    tw: '跟單商品',
    en: 'Follow product',
  },
  'block-listing': {
    terms: proposed('propose-funds', 60),
    icon: 'box',
    tw: '鉅額上架',
    en: 'Block listing',
  },
  'block-listing-end': {
    terms: proposed('propose-funds', 60),
    icon: 'box',
    tw: '鉅額下架',
    en: 'End of a block listing',
  },
  recovery: { terms: asked(24 * 60), icon: 'key', tw: '密碼重設', en: 'Account recovery' },
  appeal: { terms: { ...asked(72 * 60), rejectByTwo: true }, icon: 'headset', tw: '申訴', en: 'Appeal' },
  restriction: { terms: proposed('propose-funds', 30), icon: 'blocked', tw: '限制', en: 'Restriction' },
  'restriction-lift': {
    terms: proposed('propose-funds'),
    icon: 'check',
    tw: '解除限制',
    en: 'Lift restriction',
  },
  journal: {
    terms: proposed('propose-funds', 30),
    isUrgent: true,
    icon: 'table',
    tw: '更正分錄',
    en: 'Correction',
  },
  'rule-change': { terms: proposed('propose-rules'), icon: 'sliders', tw: '規則變更', en: 'Rule change' },
  'site-config': { terms: proposed('propose-rules'), icon: 'grid', tw: '站台設定', en: 'Site setting' },
  channel: { terms: proposed('propose-funds'), icon: 'card', tw: '儲值通道', en: 'Deposit channel' },
  closure: { terms: proposed('propose-market'), icon: 'calendar', tw: '休市', en: 'Closed day' },
  'market-halt': {
    terms: proposed('propose-market', 10),
    isUrgent: true,
    icon: 'pause',
    tw: '暫停交易',
    en: 'Trading halt',
  },
  'market-resume': {
    terms: proposed('propose-market', 10),
    isUrgent: true,
    icon: 'market',
    tw: '恢復交易',
    en: 'Resumption',
  },
  'draw-release': {
    terms: proposed('propose-market', 30),
    isUrgent: true,
    icon: 'ticket',
    tw: '抽籤解鎖',
    en: 'Draw release',
  },
  'event-set-aside': { terms: asked(60), icon: 'pause', tw: '未交割事件', en: 'Unsettled event' },
  'command-set-aside': { terms: asked(60), icon: 'pause', tw: '執行失敗指令', en: 'Failed command' },
  surveillance: { terms: asked(24 * 60), icon: 'eye', tw: '交易監視', en: 'Surveillance' },
  operator: { terms: proposed('propose-people'), icon: 'follow', tw: '人員', en: 'Operator' },
  // An operator requests it; two others compare the fingerprint.
  'operator-key': {
    terms: { ...asked(24 * 60), first: 'approve' },
    icon: 'passkey',
    tw: '投票金鑰',
    en: 'Voting key',
  },
  'currency-backup': {
    terms: { ...proposed('propose-funds', 10), expiresHours: 4 },
    isUrgent: true,
    icon: 'exchange',
    tw: '備援匯率',
    en: 'Backup rates',
  },
  'coupon-grant': { terms: proposed('propose-funds'), icon: 'ticket', tw: '手續費券', en: 'Fee voucher' },
  offer: { terms: proposed('propose-market'), icon: 'ticket', tw: '新股上架', en: 'New-share offer' },
  'offer-removal': {
    terms: proposed('propose-market', 60),
    icon: 'blocked',
    tw: '新股下架',
    en: 'Offer removal',
  },
  auction: { terms: proposed('propose-market'), icon: 'ticket', tw: '競拍上架', en: 'Auction' },
  'auction-removal': {
    terms: proposed('propose-market', 60),
    icon: 'blocked',
    tw: '競拍下架',
    en: 'Auction removal',
  },
  placement: { terms: proposed('propose-market'), icon: 'ticket', tw: '配售上架', en: 'Placement' },
  notice: { terms: proposed('write-notices'), icon: 'bell', tw: '公告', en: 'Notice' },
  news: { terms: proposed('write-notices'), icon: 'news', tw: '新聞', en: 'News' },
  'credit-loan': { terms: asked(24 * 60), icon: 'loan', tw: '信用借款', en: 'Credit loan' },
  'credit-increase': { terms: asked(24 * 60), icon: 'loan', tw: '信用加額', en: 'Credit limit' },
  'corporate-actions': {
    terms: proposed('propose-market'),
    icon: 'doc',
    tw: '現金股利',
    en: 'Cash dividend',
  },
  'dividend-cancel': {
    terms: proposed('propose-market', 60),
    icon: 'blocked',
    tw: '取消股利',
    en: 'Dividend cancellation',
  },
} as const satisfies Readonly<Record<string, ReviewKindRow>>

export type ReviewKind = keyof typeof reviewKindTable
export const reviewKinds = Object.keys(reviewKindTable) as [ReviewKind, ...ReviewKind[]]

/** One column of the table. */
export const ofEachKind = <Value>(read: (row: ReviewKindRow) => Value) =>
  Object.fromEntries(
    Object.entries<ReviewKindRow>(reviewKindTable).map(([kind, row]) => [kind, read(row)]),
  ) as Readonly<Record<ReviewKind, Value>>
