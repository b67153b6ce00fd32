import type { SiteTexts } from './tw.ts'

export const texts: SiteTexts = {
  language: {
    lead: 'Choose a language. The whole app changes at once.',
    label: 'Language',
    names: { tw: '繁體中文', en: 'English' },
    captions: { tw: 'Traditional Chinese, as in Taiwan', en: 'International English' },
  },
  agreement: {
    tabs: 'Agreement and policy',
    agreement: 'User agreement',
    privacy: 'Privacy policy',
    version: (version, day) => `Version ${version}, in force from ${day}`,
    plain: 'In plain words: ',
  },
  about: {
    line: 'Every lot, accounted for.',
    version: (version) => `Version ${version}`,
    operator: 'Operator',
    fields: {
      name: 'Name',
      licence: 'Licence',
      register: 'Register',
      complaint: 'Complaints',
      contact: 'Contact',
    },
    blank: '(for the operator to fill in)',
    practice: 'This is a practice market. It takes no real money, and balances cannot be cashed.',
    more: 'More',
    rules: 'Rules',
    agreement: 'Agreement and privacy',
    licences: 'Open-source licences',
    service: 'Customer service',
    licencesTitle: 'Open-source licences',
    licencesText: (count) => `This app uses ${count} open-source packages.`,
    licencesAll: 'Read the full texts',
  },
}
