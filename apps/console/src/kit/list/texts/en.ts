import type { RequestListTexts } from './tw.ts'

export const texts: RequestListTexts = {
  filter: 'State',
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} waiting, none late` : `${pending} waiting, ${late} past the promised time`,
  number: 'Number',
  member: 'Member',
  wait: 'Waiting',
  promised: 'Promised',
  late: 'Late',
  decided: 'Decided',
  state: 'State',
  first: 'Needs first approval',
  second: 'Needs second approval',
  unsigned: 'Not signed by the device',
  empty: 'No data yet',
  more: 'Show more',
  close: 'Close',
}
