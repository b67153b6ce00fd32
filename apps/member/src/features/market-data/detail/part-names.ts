/** The sections of the page: the overview with the chart, and the others in full. */
export const parts = ['chart', 'depth', 'tape', 'facts'] as const
export type PartName = (typeof parts)[number]
