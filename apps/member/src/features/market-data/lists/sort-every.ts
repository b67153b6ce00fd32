/** How often a sorted list can change its order (design language, section 5). */
export const SORT_EVERY_MS = 5_000
