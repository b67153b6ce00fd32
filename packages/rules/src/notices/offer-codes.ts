// The notices about applications: for new shares, bids and placements, as a mentor, and about copies.

import { form, type NoticeForm } from './form.ts'

const subscriptions = '/market/subscribeRecord'
const auctions = '/common/dividend2?tab=opened'
const placements = '/common/dividend3?tab=ended'

const copies = '/gdindex/gdindex'
const mentors = '/gdindex/gdindex?view=own'

export const offerForms = {
  'support.answered': form(
    'rules',
    '/user/usercenter?support=list',
    ['客服已回覆', '案件 {number} 有新的回覆。'],
    ['Customer service answered', 'There is an answer in matter {number}.'],
  ),
  'copy.passed': form(
    'funds',
    copies,
    ['跟單申請已通過', '{mentor}：{amount:money} 開始跟單，{startsOn:day} 起列入名單。'],
    ['Copy approved', '{amount:money} follows {mentor}. It is on the list from {startsOn:day}.'],
  ),
  'copy.rejected': form(
    'funds',
    copies,
    ['跟單申請未通過', '{mentor}：已解凍 {amount:money}。原因：{rejectionReason:copyEnd}。{note}'],
    ['Copy rejected', '{mentor}: {amount:money} was released. Reason: {rejectionReason:copyEnd}. {note}'],
  ),
  'copy.ended': form(
    'funds',
    copies,
    ['跟單已結束', '{mentor}：{reason:copyEnd}，已解凍 {amount:money}。'],
    ['Copy ended', '{mentor}: {reason:copyEnd}. {amount:money} was released.'],
  ),
  'copy.order-cancelled': form(
    'orders',
    copies,
    ['跟單的委託已取消', '{mentor}：{name} 的委託沒有送到市場，沒有成交。保留的錢已回到跟單。'],
    [
      'Copied order cancelled',
      '{mentor}: the order for {nameEn} did not reach the market. Nothing was traded, and the money is back in the copy.',
    ],
  ),
  'mentor.passed': form(
    'orders',
    mentors,
    ['導師申請已通過', '你的導師頁已公開，等級由你的成交每天重算。'],
    [
      'Mentor application approved',
      'Your mentor page is listed. The level is computed from your fills every day.',
    ],
  ),
  'mentor.rejected': form(
    'orders',
    mentors,
    ['導師申請未通過', '原因：{rejectionReason:mentorReason}。{note}', '修改後可以再申請。'],
    [
      'Mentor application rejected',
      'Reason: {rejectionReason:mentorReason}. {note}',
      'You can apply again with changes.',
    ],
  ),
  'mentor.level': form(
    'orders',
    mentors,
    ['導師等級變更', '{date:day} 的成交重算後，等級由{before:mentorLevel}變為{after:mentorLevel}。'],
    [
      'Mentor level changed',
      'After {date:day} your level changed from {before:mentorLevel} to {after:mentorLevel}.',
    ],
  ),
  'subscription.won': form(
    'funds',
    subscriptions,
    ['新股中籤，待繳款', '{symbol} 中籤 {shares:shares}。請在 {payBy:moment} 前繳款 {amount:money}。'],
    ['New shares drawn: payment due', '{shares:shares} of {symbol}. Pay {amount:money} by {payBy:moment}.'],
  ),
  'subscription.not-won': form(
    'funds',
    subscriptions,
    ['新股未中籤', '{symbol} 這次沒有中籤。已解凍 {amount:money}，處理費 {fee:money} 不退。'],
    [
      'New shares not drawn',
      '{symbol} was not drawn. {amount:money} was released; the fee of {fee:money} is kept.',
    ],
  ),
  'subscription.paid': form(
    'funds',
    subscriptions,
    ['新股已繳款', '{symbol} 的股款 {amount:money} 已在期限從凍結款繳納。'],
    ['New shares paid', '{amount:money} for {symbol} was paid from the hold at the deadline.'],
  ),
  'subscription.delivered': form(
    'funds',
    subscriptions,
    ['新股已撥券', '{symbol} {shares:shares}已撥入，股款 {amount:money} 從凍結款付出。現在可以賣出。'],
    [
      'New shares delivered',
      'Delivered: {shares:shares} of {symbol}. {amount:money} was paid from the hold. You can sell now.',
    ],
  ),
  'subscription.unpaid': form(
    'funds',
    subscriptions,
    ['新股逾期未繳款', '{symbol} 的股款 {amount:money} 未在期限內繳納，名額已由下一位遞補。'],
    [
      'New shares not paid',
      '{amount:money} for {symbol} was not paid in time. The place goes to the next in the draw.',
    ],
  ),
  'subscription.void': form(
    'funds',
    subscriptions,
    ['新股申購已退款', '{symbol} 的 {amount:money} 已全額退回可用資金。原因：{voidReason:voidReason}。'],
    [
      'New-share application refunded',
      '{amount:money} for {symbol} was refunded in full. Reason: {voidReason:voidReason}.',
    ],
  ),
  'placement.allotted': form(
    'funds',
    placements,
    [
      '{name} 配得 {quantity:shares}',
      '付款 {amount:money}，解凍 {released:money}。股票 {settlesOn:day} 撥入。',
    ],
    [
      '{nameEn}: {quantity:shares} allotted',
      'Paid {amount:money}, released {released:money}. The shares arrive on {settlesOn:day}.',
    ],
  ),
  'placement.not-allotted': form(
    'funds',
    placements,
    ['{name} 這次沒有配得', '{released:money} 已全額解凍，不收費用。'],
    ['{nameEn}: nothing allotted', '{released:money} was released in full, free of charge.'],
  ),
  'placement.void': form(
    'funds',
    placements,
    ['{name} 配售申請已退款', '{released:money} 已全額解凍。原因：{voidReason:voidReason}。'],
    [
      '{nameEn} application refunded',
      '{released:money} was released in full. Reason: {voidReason:voidReason}.',
    ],
  ),
  'dividend.announced': form(
    'funds',
    '/funds/funds',
    [
      '{name} 將配發現金股利',
      '每股 {cash} 元，{exOn:day} 除息，{paysOn:day} 發放。除息前一個交易日收盤持有的人有資格，融券須補償。',
    ],
    [
      '{nameEn} announced a dividend',
      '{cash} a share, ex-date {exOn:day}, paid on {paysOn:day}. Holders at the close before the ex-date are entitled; shorts pay it.',
    ],
  ),
  'dividend.cancelled': form(
    'funds',
    '/funds/funds',
    ['{name} 現金股利已取消', '原定 {exOn:day} 除息的每股 {cash} 元不發放，股價與你的委託都不調整。'],
    [
      '{nameEn} dividend cancelled',
      'The dividend of {cash} a share with ex-date {exOn:day} is not paid. No price and no order of yours is adjusted.',
    ],
  ),
  'dividend.accrued': form(
    'funds',
    '/funds/funds',
    ['{name} 除息', '應收股利 {amount:money}，{paysOn:day} 入帳。'],
    ['{nameEn} is ex-dividend', 'A dividend of {amount:money} is paid on {paysOn:day}.'],
  ),
  'dividend.owed': form(
    'funds',
    '/funds/funds',
    ['{name} 除息，融券須補償股利', '{paysOn:day} 從可用資金扣 {amount:money}。'],
    [
      '{nameEn} is ex-dividend: your short pays',
      '{amount:money} is taken from available cash on {paysOn:day}.',
    ],
  ),
  'dividend.paid': form(
    'funds',
    '/funds/funds',
    ['{name} 股利入帳', '{amount:money} 已入可用資金，補充保費 {withheld:money}。'],
    ['{nameEn} dividend paid', '{amount:money} is available. Supplement withheld: {withheld:money}.'],
  ),
  'stock-dividend.announced': form(
    'funds',
    '/funds/funds',
    [
      '{name} 將配發股票股利',
      '每千股配 {perThousand} 股，現金每股 {cash} 元。{exOn:day} 除權，{paysOn:day} 撥入。除權前一個交易日收盤持有的人有資格，融券須補券。',
    ],
    [
      '{nameEn} announced a stock dividend',
      '{perThousand} new shares for 1,000 held, and {cash} a share in cash. Ex-date {exOn:day}; they arrive on {paysOn:day}. Holders at the close before the ex-date are entitled; shorts owe the new shares.',
    ],
  ),
  'stock-dividend.due': form(
    'funds',
    '/funds/funds',
    ['{name} 除權', '配得 {shares:shares}，{paysOn:day} 撥入後可以賣出。'],
    ['{nameEn} is ex-rights', '{shares:shares} of new stock arrive on {paysOn:day}; you can sell them then.'],
  ),
  'stock-dividend.owed': form(
    'funds',
    '/funds/funds',
    ['{name} 除權，融券應還股數增加', '你的融券多應還 {shares:shares}，參考價同時下調，補回的金額不變。'],
    [
      '{nameEn} is ex-rights: your short owes more shares',
      'Your short owes {shares:shares} more. The reference price falls with it, so covering costs the same.',
    ],
  ),
  'stock-dividend.arrived': form(
    'funds',
    '/funds/funds',
    ['{name} 配股已撥入', '{shares:shares}已撥入，現在可以賣出。'],
    ['{nameEn} new shares arrived', '{shares:shares} arrived. You can sell them now.'],
  ),
  'split.announced': form(
    'funds',
    '/funds/funds',
    [
      '{name} 將變更股數',
      '{from} 股換 {to} 股，{exOn:day} 生效。股價依比例調整，條件單會取消，請在之後重新設定。',
    ],
    [
      '{nameEn} announced a split',
      '{from} shares become {to} on {exOn:day}. The price changes by the ratio. Conditional orders are cancelled; set them again afterwards.',
    ],
  ),
  'split.effective': form(
    'funds',
    '/funds/funds',
    [
      '{name} 股數已變更',
      '{from} 股換 {to} 股：原持有 {before:shares}，現為 {shares:shares}。條件單已取消。',
    ],
    [
      '{nameEn} was split',
      '{from} shares became {to}: you held {before:shares} and now hold {shares:shares}. Conditional orders were cancelled.',
    ],
  ),
  'shares.cancelled': form(
    'funds',
    '/funds/funds',
    ['{name} 股數變更已取消', '原定 {exOn:day} 的配股或股數變更不進行，股數、股價與你的委託都不調整。'],
    [
      '{nameEn} keeps its shares',
      'The stock dividend or split of {exOn:day} was cancelled. No share, no price and no order of yours is adjusted.',
    ],
  ),
  'auction.won': form(
    'funds',
    auctions,
    [
      '競拍得標，待補價款',
      '{symbol} 得標 {shares:shares}。請在 {payBy:moment} 前補足 {amount:money}，逾期保證金沒收。',
    ],
    [
      'Auction won: payment due',
      '{shares:shares} of {symbol}. Pay {amount:money} by {payBy:moment}, or the deposit is forfeited.',
    ],
  ),
  'auction.delivered': form(
    'funds',
    '/position/position?product=auction',
    ['競拍股票已撥入', '{symbol} {shares:shares}已撥入，價款 {amount:money} 從凍結款付出。現在可以賣出。'],
    [
      'Won shares delivered',
      '{shares:shares} of {symbol} have arrived; {amount:money} was paid from the hold. You can sell them now.',
    ],
  ),
  'auction.not-won': form(
    'funds',
    auctions,
    ['競拍未得標', '{symbol} 未得標。已解凍 {amount:money}，處理費 {fee:money} 不退。'],
    [
      'Auction not won',
      'Your bid for {symbol} did not win. {amount:money} was released; the fee of {fee:money} is kept.',
    ],
  ),
  'auction.invalid': form(
    'funds',
    auctions,
    [
      '標單無效',
      '{symbol} 的標單不符合競拍條件，未參加開標。已解凍 {amount:money}，處理費 {fee:money} 不退。',
    ],
    [
      'Bid not valid',
      'Your bid for {symbol} broke the terms and took no part. {amount:money} was released; the fee of {fee:money} is kept.',
    ],
  ),
  'auction.forfeited': form(
    'funds',
    auctions,
    ['逾期未補價款，保證金沒收', '{symbol} 的價款未在期限內補足，已沒收保證金 {amount:money}。'],
    [
      'Not paid in time: deposit forfeited',
      'The price of {symbol} was not paid in time. The deposit of {amount:money} was forfeited.',
    ],
  ),
  'auction.void': form(
    'funds',
    auctions,
    ['標單已退款', '{symbol} 的 {amount:money} 已全額退回可用資金。原因：{voidReason:bidVoidReason}。'],
    ['Bid refunded', '{amount:money} for {symbol} was refunded in full. Reason: {voidReason:bidVoidReason}.'],
  ),
} as const satisfies Record<string, NoticeForm>
