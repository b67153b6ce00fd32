import type { NoticesTexts } from './tw.ts'

export const texts: NoticesTexts = {
  bell: 'Notices',
  bellUnread: (count) => `Notices, ${count} unread`,
  settings: 'Notification settings',
  tabs: { label: 'Kinds of notices', all: 'All', trading: 'Trading', funds: 'Funds', site: 'Platform' },
  unread: 'Unread',
  readAll: 'Mark all read',
  today: 'Today',
  older: 'Show older ones',
  none: {
    all: 'No notices yet.',
    trading: 'No notices about trading.',
    funds: 'No notices about funds.',
    site: 'No platform notices.',
  },
  kinds: {
    site: 'Platform',
    rules: 'Account rules',
    funds: 'Funds',
    trading: 'Trading',
    security: 'Security',
    identity: 'Identity',
  },
  published: (time) => `Sent ${time}`,
  open: 'Go there',
  push: {
    app: 'In the app',
    appCaption: 'Every notice is kept here; this cannot be turned off.',
    browser: 'Push to this browser',
    on: 'On. Only this browser gets them, and they are encrypted.',
    off: 'Turn it on to hear of things while the app is closed.',
    unsupported: 'This browser has no push messages.',
    denied: 'Notifications are blocked in your browser. Allow them there first, then come back.',
    failed: 'That did not work: this browser cannot reach its push service.',
    note: 'Signing out ends it for this browser. No message carries a password, a code or a whole account number.',
  },
}
