// Notices of orders, conditional orders and price alerts. Their links name the order, the position or the stock.

import { form, type NoticeForm } from './form.ts'

const orders = '/position/position?state=delegation'
const positions = '/position/position'
const market = '/market/market'
const savings = '/trading/trading?view=savings-plans'
const title = {
  tw: '{origin:orderOrigin}{name} {action:orderAction} {quantity:shares}成交',
  en: '{origin:orderOrigin}{nameEn}, {action:orderAction} {quantity:shares}',
}
const figures = {
  tw: '成交均價 {price:price}，金額 {amount:money}，費稅 {costs:money}。',
  en: 'Average price {price:price}, amount {amount:money}, fees and tax {costs:money}.',
}

export const tradeForms = {
  'savings-plan.skipped': form(
    'orders',
    savings,
    ['定期定額跳過一次', '{name} {date:day}：{reason:skipReason}。錢沒有動，下一次照常。'],
    [
      'Savings plan skipped',
      '{nameEn}, {date:day}: {reason:skipReason}. No money moved; the next date stays.',
    ],
  ),
  'savings-plan.partly-filled': form(
    'orders',
    savings,
    ['定期定額部分成交', '{name} {date:day} 買進 {shares:shares}，用了 {amount:money}，其餘沒有成交。'],
    [
      'Savings plan partly filled',
      '{nameEn}, {date:day}: bought {shares:shares} for {amount:money}. The rest did not fill.',
    ],
  ),
  'order.filled': form('fills', orders, [title.tw, figures.tw], [title.en, figures.en]),
  /** `realised`: the result of what was closed, after costs. */
  'order.closed': form(
    'fills',
    orders,
    [title.tw, `${figures.tw}已實現損益 {realised:gain}。`],
    [title.en, `${figures.en} Realised {realised:gain}.`],
  ),
  'order.part-filled': form(
    'fills',
    orders,
    [title.tw, `${figures.tw}委託 {ordered:shares}，共成交 {filled:shares}。`],
    [title.en, `${figures.en} {filled:shares} of {ordered:shares} filled so far.`],
  ),
  'order.part-closed': form(
    'fills',
    orders,
    [title.tw, `${figures.tw}已實現損益 {realised:gain}。委託 {ordered:shares}，共成交 {filled:shares}。`],
    [title.en, `${figures.en} Realised {realised:gain}. {filled:shares} of {ordered:shares} filled so far.`],
  ),
  'order.part-cancelled': form(
    'fills',
    orders,
    [title.tw, `${figures.tw}其餘 {cancelled:shares}已取消：{reason:orderEnd}。`],
    [title.en, `${figures.en} The other {cancelled:shares} ended: {reason:orderEnd}.`],
  ),
  'order.cancelled': form(
    'orders',
    orders,
    [
      '{name}的{action:orderKind}委託已取消',
      '{cancelled:shares}沒有成交，凍結的部分已解凍。原因：{reason:orderEnd}。',
    ],
    [
      '{nameEn}: {action:orderKind} order cancelled',
      '{cancelled:shares} did not fill, and its hold is released. Reason: {reason:orderEnd}.',
    ],
  ),
  'order.refused': form(
    'orders',
    orders,
    ['{name}的{action:orderKind}委託未成立', '交易所未接受 {cancelled:shares}的委託，凍結的部分已解凍。'],
    [
      '{nameEn}: {action:orderKind} order not accepted',
      'The exchange did not accept the order of {cancelled:shares}. Its hold is released.',
    ],
  ),
  'conditional.ended': form(
    'orders',
    positions,
    ['{name}的條件單已失效', '{quantity:shares}，{state:conditionalEnd}。部位沒有變動。'],
    [
      '{nameEn}: conditional order ended',
      '{quantity:shares}: {state:conditionalEnd}. Your position has not changed.',
    ],
  ),
  'entry.fired': form(
    'orders',
    orders,
    [
      '{name}的條件單已觸發',
      '{way:triggerWay} {trigger:price}，{action:orderKind} {quantity:shares}的委託已送出。',
    ],
    [
      '{nameEn}: conditional order triggered',
      'It {way:triggerWay} {trigger:price}. Your {action:orderKind} order of {quantity:shares} was sent.',
    ],
  ),
  'entry.ended': form(
    'orders',
    orders,
    ['{name}的條件單已失效', '{action:orderKind} {quantity:shares}，{reason:entryEnd}。凍結的款項已解凍。'],
    [
      '{nameEn}: conditional order ended',
      '{action:orderKind} {quantity:shares}: {reason:entryEnd}. Its hold is released.',
    ],
  ),
  'alert.rose': form(
    'alerts',
    market,
    ['{name}漲到 {threshold:price}', '你設定的提醒，成交價 {price:price}。{repeat:alertRepeat}'],
    ['{nameEn} rose to {threshold:price}', 'Your alert: it traded at {price:price}. {repeat:alertRepeat}'],
  ),
  'alert.fell': form(
    'alerts',
    market,
    ['{name}跌到 {threshold:price}', '你設定的提醒，成交價 {price:price}。{repeat:alertRepeat}'],
    ['{nameEn} fell to {threshold:price}', 'Your alert: it traded at {price:price}. {repeat:alertRepeat}'],
  ),
  'alert.moved': form(
    'alerts',
    market,
    [
      '{name}{way:alertWay} {move:percent}',
      '你設定漲跌 {threshold:percent} 時提醒，成交價 {price:price}。{repeat:alertRepeat}',
    ],
    [
      '{nameEn} is {way:alertWay} {move:percent}',
      'Your alert for a move of {threshold:percent}: it traded at {price:price}. {repeat:alertRepeat}',
    ],
  ),
} as const satisfies Record<string, NoticeForm>
