import type { ShellTexts } from './tw.ts'

export const texts: ShellTexts = {
  side: 'Operations',
  comma: ', ',
  menu: 'Console menu',
  groups: {
    work: 'Daily work',
    money: 'Money',
    market: 'Market',
    site: 'Site',
    oversight: 'Oversight',
  },
  skip: 'Skip to content',
  simulated: 'Simulated',
  generic: 'The request failed. Try again.',
  network: {
    offline: 'You are offline. Nothing was sent.',
    timeout: 'The server did not answer within 10 s. The request may have gone through. Reload to check.',
    unreadable: 'The server’s response could not be read. The request was not completed.',
    aborted: 'Cancelled.',
  },
  readFailed: {
    title: 'Not loaded',
    text: 'This page could not load its data. Nothing was changed.',
    request: (id: string) => `Include number ${id} when you report this`,
  },
  notAllowed: {
    title: 'You have no access to this page',
    text: 'Ask an admin to propose the role you need.',
  },
  unknown: { title: 'Page not found', text: 'The address may be wrong.', action: 'Go to the start page' },
  crash: {
    title: 'This page failed',
    text: 'It could not be displayed. No data was changed.',
    action: 'Reload',
  },
  retry: 'Try again',
  loading: 'Loading',
  loadMore: 'Load more',
  close: 'Close',
  toastLabel: 'Messages',
  toastDismiss: 'Dismiss message',
  nothing: 'No data yet',
  copy: { copy: 'Copy', copied: 'Copied', failed: 'Could not copy' },
  operator: {
    card: 'Account menu',
    account: 'Sign-in methods',
    signOut: 'Sign out',
    until: (time: string) => `Session ends by ${time}`,
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languages: { tw: '中文', en: 'English' },
    codesLeft: (count: number) => `Recovery codes left: ${count}`,
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
    open: 'Name, number or stock',
    title: 'Search',
    hint: 'Name, phone, member or review number, bank reference, account ending, stock, rule, page',
    pages: 'Pages',
    found: 'Results',
    none: 'No results. Enter the whole name or number. Names are compared masked, and a search for a member is recorded.',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    kinds: {
      member: 'Member',
      review: 'Review',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      'bank-account': 'Bank account',
      'bank-line': 'Bank line',
      order: 'Order',
      stock: 'Stock',
      rule: 'Rule',
    },
    move: 'move',
    choose: 'open',
  },
  bell: {
    label: (count: number) =>
      count === 0
        ? 'No urgent reviews'
        : count === 1
          ? '1 urgent review needs you'
          : `${count} urgent reviews need you`,
    rings: (number: string) => `${number} is urgent and needs your vote.`,
  },
  idle: {
    title: 'Still there?',
    text: (seconds: number) => `You have been inactive. Signing out in ${seconds} s.`,
    stay: 'Keep working',
    leave: 'Sign out now',
  },
  help: {
    title: 'Keyboard shortcuts',
    open: 'Keyboard shortcuts',
    search: 'Search',
    help: 'Show shortcuts',
    close: 'Close the dialog',
  },
}
