/** The maximum number of search results. A list of this length can be incomplete, and the screen says so. */
export const maxFound = 100
