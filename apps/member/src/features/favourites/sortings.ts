/** Sort orders of the watch list. */
export const sortings = ['mine', 'change-down', 'change-up', 'price-down'] as const
export type WatchSorting = (typeof sortings)[number]
