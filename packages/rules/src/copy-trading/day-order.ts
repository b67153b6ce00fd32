// The order in which equal remainders are served: one draw per mentor and day. The list of copies closes before the
// session, the seed is that of the day's opening draw, which no one knows before it.

/** The text whose SHA-256, as hex, is the key of a copy on a day; smaller keys come first. */
export const dayOrderText = (draw: {
  readonly date: string
  readonly mentorId: string
  /** Hex. */
  readonly seed: string
  readonly copyId: string
}): string => `fairlot copy v1\n${draw.date}\n${draw.mentorId}\n${draw.seed}\n${draw.copyId}\n`
