import type { RequestListTexts } from './tw.ts'

export const texts: RequestListTexts = {
  filter: 'State',
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} waiting, none late` : `${pending} waiting, ${late} late`,
  number: 'Number',
  member: 'Member',
  wait: 'Waiting',
  promised: 'Due',
  late: 'Late',
  decided: 'Decided',
  state: 'State',
  first: 'Needs first approval',
  second: 'Needs second approval',
  unsigned: 'Not signed by the device',
  empty: 'No data yet',
  more: 'Load more',
  close: 'Close',
}
