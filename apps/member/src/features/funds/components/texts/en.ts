import type { FundComponentsTexts } from './tw.ts'

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

export const texts: FundComponentsTexts = {
  amount: 'Amount',
  pin: {
    title: 'Fund password',
    label: 'Fund password',
    keypad: 'Number pad',
    deleteDigit: 'Delete a digit',
    send: 'Confirm',
    forgot: 'Forgot password?',
    unset: 'You have not set a fund password. You need it to move money. Set it, then come back here.',
    set: 'Set a fund password',
  },
  left: {
    days: (days, hours) => (hours === 0 ? count(days, 'day') : `${count(days, 'day')} ${hours} h`),
    hours: (hours, minutes) =>
      minutes === 0 || hours >= 10 ? count(hours, 'hour') : `${hours} h ${minutes} min`,
    minutes: (minutes) => `${minutes} min`,
    seconds: (seconds) => `${seconds} s`,
  },
  currencies: {
    RMB: 'Chinese yuan',
    TWD: 'NT dollar',
    HKD: 'HK dollar',
    USD: 'US dollar',
    THB: 'Thai baht',
    JPY: 'yen',
    VND: 'Viet dong',
    MYR: 'ringgit',
    KRW: 'won',
    INR: 'Indian rupee',
  },
  marks: {
    RMB: 'R',
    TWD: 'NT',
    HKD: 'HK',
    USD: '$',
    THB: '฿',
    JPY: '¥',
    VND: '₫',
    MYR: 'RM',
    KRW: '₩',
    INR: '₹',
  },
  identity: {
    title: 'Verify your identity first',
    text: 'Money can only move to and from accounts in your own name.',
    pending: 'Your documents are under review. You can continue once they are approved.',
    action: 'Verify identity',
    view: 'View progress',
  },
}
