// Ready answers in both languages. An operator inserts one in the member's language and completes it. `{…}` is filled
// from the rules in force or from the matter.

import type { SupportTopic } from '@fairlot/contract/support/states'

export interface SupportMacro {
  readonly key: string
  readonly topic: SupportTopic
  readonly name: { readonly tw: string; readonly en: string }
  readonly text: { readonly tw: string; readonly en: string }
}

export const supportMacros: readonly SupportMacro[] = [
  {
    key: 'withdrawal-time',
    topic: 'money',
    name: { tw: '提領時間', en: 'Withdrawal time' },
    text: {
      tw: '提領要由兩位審核人員核准。答應的時間寫在提領進度裡，銀行入帳後你會收到通知。',
      en: 'Two operators approve a withdrawal. The promised time is in its progress. You get a notice when the bank has paid it.',
    },
  },
  {
    key: 'deposit-receipt',
    topic: 'money',
    name: { tw: '補匯款證明', en: 'Receipt needed' },
    text: {
      tw: '請附上銀行的匯款明細，要看得到日期、金額和帳號末五碼。請遮住其他資料。',
      en: 'Please attach the bank’s transfer record with date, amount and the last five digits of the account. Please cover everything else.',
    },
  },
  {
    key: 'order-steps',
    topic: 'trading',
    name: { tw: '委託經過', en: 'Steps of an order' },
    text: {
      tw: '委託的每一步都在委託明細裡，可以下載憑據自己重算。哪一步和你想的不一樣？',
      en: 'Every step is in the order’s details, and you can download its evidence and check it yourself. Which step is not what you expected?',
    },
  },
  {
    key: 'restriction-appeal',
    topic: 'restriction',
    name: { tw: '限制與申訴', en: 'Restriction and appeal' },
    text: {
      tw: '限制由兩位人員設定，客服不能解除。請在「帳戶限制」提出申訴，會由另外兩位人員審核。',
      en: 'Two operators set a restriction and customer service cannot lift it. Please appeal under "Restrictions": two other operators will review it.',
    },
  },
  {
    key: 'safety',
    topic: 'fraud',
    name: { tw: '防詐提醒', en: 'Fraud warning' },
    text: {
      tw: '我們不會問你的密碼或驗證碼，也不會要你匯錢。請不要再和對方聯絡，並先更改登入密碼。',
      en: 'We never ask for your password or a code, and never ask you to send money. Please stop the contact and change your login password first.',
    },
  },
  {
    key: 'more-detail',
    topic: 'other',
    name: { tw: '請補充', en: 'More detail' },
    text: {
      tw: '請告訴我們發生的時間、你按了什麼、畫面顯示什麼。有畫面的話請附上圖片。',
      en: 'Please say when it happened, what you pressed and what the screen showed. Attach a picture of the screen if you have one.',
    },
  },
]
