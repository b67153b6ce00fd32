import type { FilterTexts } from './tw.ts'

export const texts: FilterTexts = {
  label: 'Filters',
  search: 'Search',
  clearSearch: 'Clear search',
  from: 'From',
  to: 'To',
  min: 'Min. amount',
  max: 'Max. amount',
  amountBad: 'Enter an amount with at most two decimals.',
  datesBad: 'The end date is before the start date.',
  channel: 'Channel',
  any: 'All',
  clear: 'Clear filters',
  export: 'Download CSV',
  exported: 'Downloaded. The download is recorded.',
  incomplete: (rows: string) =>
    `The file has the first ${rows} rows only; there are more. Narrow the dates or other filters and download again.`,
}
