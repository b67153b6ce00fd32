/** A day of a chart's axis or table: 03/12. */
export const dayText = (date: string): string => date.slice(5).replace('-', '/')
