/** The first and last eight digits, as the design writes a hash. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)} … ${hash.slice(-8)}`
