/** The tab that is no group: everything watched. */
export const ALL = 'all'
