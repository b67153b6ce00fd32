/** The first and last eight digits, the design's format of a hash. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)} … ${hash.slice(-8)}`
