import type { ShellTexts } from './tw.ts'

export const texts: ShellTexts = {
  side: 'Operations',
  comma: ', ',
  menu: 'Console menu',
  skip: 'Skip to content',
  simulated: 'Simulated',
  generic: 'It did not go through. Please try again.',
  network: {
    offline: 'You are offline. Nothing was sent.',
    timeout: 'The server did not answer within 10 s. It may or may not be done: reload to see.',
    unreadable: 'The server’s answer could not be read. It was not completed.',
    aborted: 'Cancelled.',
  },
  readFailed: {
    title: 'Not loaded',
    text: 'Nothing has changed. This page just did not get its data.',
    request: (id: string) => `When you report this, give number ${id}`,
  },
  notAllowed: {
    title: 'Your roles do not open this page',
    text: 'If you need it, ask an admin to propose the role.',
  },
  unknown: { title: 'No such page', text: 'The address may be wrong.', action: 'Go to the queue' },
  crash: {
    title: 'This page failed',
    text: 'It could not be shown. No data has changed.',
    action: 'Reload',
  },
  retry: 'Try again',
  loading: 'Loading',
  close: 'Close',
  toastLabel: 'Messages',
  toastDismiss: 'Dismiss message',
  nothing: 'No data yet',
  copy: { copy: 'Copy', copied: 'Copied', failed: 'Could not copy' },
  operator: {
    card: 'Account menu',
    account: 'How I sign in',
    signOut: 'Sign out',
    until: (time: string) => `Signs out by ${time} at the latest`,
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languages: { tw: '中文', en: 'English' },
    codesLeft: (count: number) => `${count} recovery codes left`,
  },
  roles: {
    support: 'Support',
    reviewer: 'Reviewer',
    approver: 'Approver',
    market: 'Market',
    auditor: 'Auditor',
    admin: 'Admin',
  },
  search: {
    open: 'Member, number, account',
    title: 'Search',
    hint: 'A whole account, member id, order id or review number',
    pages: 'Pages',
    found: 'Found',
    none: 'Nothing found. Type the whole number: members cannot be leafed through by fragments.',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    kinds: { member: 'Member', order: 'Order', review: 'Review' },
    move: 'move',
    choose: 'open',
  },
  bell: {
    label: (count: number) =>
      count === 0
        ? 'Nothing urgent'
        : count === 1
          ? '1 urgent review needs you'
          : `${count} urgent reviews need you`,
    rings: (number: string) => `${number} is urgent and needs your vote.`,
  },
  idle: {
    title: 'Still there?',
    text: (seconds: number) => `Nothing has happened for a while. Signing out in ${seconds} s.`,
    stay: 'Keep working',
    leave: 'Sign out now',
  },
  help: {
    title: 'Keyboard',
    open: 'Keyboard help',
    search: 'Search',
    help: 'This help',
    close: 'Close the window',
  },
}
