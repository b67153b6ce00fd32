// The notices about credit loans and limit increases.

import { form } from './form.ts'
import type { NoticeForm } from './form.ts'

const hub = '/user/pj'
const records = '/user/jkjl'

export const creditForms = {
  'credit.passed': form(
    'funds',
    hub,
    ['借款已撥款', '{amount:money} 已進入可用資金，{dueOn:day} 到期。', '擔保的股票在還清前不能賣出。'],
    [
      'Loan approved',
      '{amount:money} is now available. It is due on {dueOn:day}.',
      'The pledged shares cannot be sold until it is repaid.',
    ],
  ),
  'credit.rejected': form(
    'funds',
    records,
    [
      '借款申請未通過',
      '{amount:money} 沒有撥款。原因：{rejectionReason:creditEnd}。{note}',
      '擔保的股票已解除。',
    ],
    [
      'Loan request rejected',
      '{amount:money} was not lent. Reason: {rejectionReason:creditEnd}. {note}',
      'The pledged shares are free again.',
    ],
  ),
  'credit.increase-passed': form(
    'funds',
    hub,
    ['加額已核准', '核准額度增加 {amount:money}，不會自動借給你。'],
    ['Limit raised', 'Your approved limit rose by {amount:money}. Nothing is lent by itself.'],
  ),
  'credit.increase-rejected': form(
    'funds',
    records,
    ['加額申請未通過', '額度沒有增加 {amount:money}。原因：{rejectionReason:creditEnd}。{note}'],
    ['Limit not raised', '{amount:money} was not added. Reason: {rejectionReason:creditEnd}. {note}'],
  ),
  'credit.called': form(
    'margin',
    hub,
    [
      '借款擔保不足',
      '擔保率 {ratio:percent}。請於 {deadline:moment} 前還款 {amount:money}。',
      '期限前未還，系統會賣出擔保的股票還款。',
    ],
    [
      'Loan below its pledge',
      'The ratio is {ratio:percent}. Repay {amount:money} by {deadline:moment}.',
      'After that the pledged shares are sold to repay the loan.',
    ],
  ),
  'credit.due': form(
    'margin',
    hub,
    [
      '借款已到期',
      '請於 {deadline:moment} 前還清 {amount:money}，擔保率 {ratio:percent}。',
      '期限前未還，系統會賣出擔保的股票還款。',
    ],
    [
      'Loan past its due date',
      'Repay {amount:money} by {deadline:moment}. The ratio is {ratio:percent}.',
      'After that the pledged shares are sold to repay the loan.',
    ],
  ),
  'credit.forced': form(
    'margin',
    hub,
    ['開始賣出擔保的股票', '擔保率 {ratio:percent}。賣股所得先付利息，再還本金，剩下的是你的。'],
    [
      'Pledged shares are being sold',
      'The ratio is {ratio:percent}. Proceeds pay interest, then principal; the rest is yours.',
    ],
  ),
  'credit.collected': form(
    'funds',
    records,
    ['賣股所得已還款', '還款 {amount:money}，還欠 {left:money}。'],
    ['Proceeds repaid the loan', '{amount:money} was repaid. {left:money} is still owed.'],
  ),
  'credit.call-ended': form(
    'margin',
    hub,
    ['借款通知已結束', '{state:creditCallEnd}。'],
    ['Loan call ended', 'Reason: {state:creditCallEnd}.'],
  ),
} as const satisfies Readonly<Record<string, NoticeForm>>
