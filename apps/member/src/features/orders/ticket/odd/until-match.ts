/** The venue holds a match this often. */
export const EVERY_MS = 5_000

/** Milliseconds until the next match. A quiet book is not sent again, so the time it has may be past. */
export const untilMatch = (next: number, now: number): number =>
  next > now ? next - now : EVERY_MS - ((now - next) % EVERY_MS)
