/** A search answers with so many at most; a list that is this long may have left some out, and the screen says so. */
export const mostFound = 100
