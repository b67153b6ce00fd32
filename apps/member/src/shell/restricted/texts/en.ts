import type { RestrictedTexts } from './tw.ts'

export const texts: RestrictedTexts = {
  kinds: {
    frozen: 'Account frozen',
    'login-banned': 'Login blocked',
    disabled: 'Account disabled',
    'no-trading': 'Trading suspended',
    'no-withdrawal': 'Withdrawals suspended',
  },
  reasons: {
    'member-request': 'You requested it.',
    'suspected-takeover': 'Unusual logins. Another person may have access to your account.',
    'identity-doubt': 'We have a question about your identity documents and need more information from you.',
    'court-order': 'A court or regulatory order.',
    'market-conduct': 'Your trading is under review.',
    debt: 'A payment is overdue.',
  },
  heading: (kind, day) => `${kind}, review by ${day}`,
  since: (time) => `Since ${time}`,
  money: 'Your money has not moved.',
  more: 'Reason and appeal',
  service: 'Contact customer service',
}
