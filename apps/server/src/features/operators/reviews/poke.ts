/** Says "a review was decided" to whichever worker listens. Nothing depends on it: the worker also looks by itself. */
export const pokeSubject = (namespace: string): string => `${namespace}.reviews.decided`
