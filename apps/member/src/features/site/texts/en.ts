import type { SiteTexts } from './tw.ts'

export const texts: SiteTexts = {
  language: {
    lead: 'Choose a language. The app switches right away.',
    label: 'Language',
    names: { tw: '繁體中文', en: 'English' },
    captions: { tw: 'Traditional Chinese (Taiwan)', en: 'International English' },
  },
  agreement: {
    tabs: 'Agreement and policy',
    agreement: 'User agreement',
    privacy: 'Privacy policy',
    version: (version, day) => `Version ${version}, effective ${day}`,
    plain: 'In plain words: ',
  },
  about: {
    line: 'Every lot, accounted for.',
    version: (version) => `Version ${version}`,
    operator: 'Operator',
    fields: {
      name: 'Name',
      licence: 'Licence',
      register: 'Registration',
      complaint: 'Complaints',
      contact: 'Contact',
    },
    blank: '(for the operator to fill in)',
    practice:
      'This is a practice market. It does not accept real money, and balances cannot be exchanged for cash.',
    more: 'More',
    rules: 'Rules that apply to me',
    draws: 'Draws and how to check them',
    agreement: 'Agreement and privacy',
    licences: 'Open-source licences',
    service: 'Customer service',
    licencesTitle: 'Open-source licences',
    licencesText: (count) => `This app uses ${count} open-source packages.`,
    licencesAll: 'View full licence texts',
  },
}
