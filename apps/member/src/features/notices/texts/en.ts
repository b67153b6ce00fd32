import type { NoticesTexts } from './tw.ts'

export const texts: NoticesTexts = {
  bell: 'Notices',
  bellUnread: (count) => `Notices, ${count} unread`,
  settings: 'Notification settings',
  tabs: { label: 'Notice categories', all: 'All', trading: 'Trading', funds: 'Funds', site: 'Platform' },
  unread: 'Unread',
  readAll: 'Mark all read',
  today: 'Today',
  older: 'Load earlier notices',
  none: {
    all: 'No notices yet.',
    trading: 'No trading notices.',
    funds: 'No fund notices.',
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
  open: 'View details',
  push: {
    app: 'In the app',
    appCaption: 'All notices are kept here. You cannot turn this off.',
    browser: 'Push to this browser',
    on: 'On. Only this browser receives them, encrypted.',
    off: 'Turn on to receive notices while the app is closed.',
    unsupported: 'This browser does not support push notifications.',
    denied: 'Your browser blocks notifications. Allow them in the browser settings, then come back.',
    failed: 'Could not turn on push. This browser cannot reach its push service.',
    note: 'Logging out stops push on this browser. Push notifications never contain a password, a code or a full account number.',
  },
}
