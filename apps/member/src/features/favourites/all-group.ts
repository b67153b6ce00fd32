/** The tab that is not a group: everything watched. */
export const ALL = 'all'
