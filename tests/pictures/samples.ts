// What a screen needs to have something on it: the id of its subject, and who looks at it.

interface Sample {
  /** Added to the address. */
  readonly query?: string
  /** The account that is signed in; the demo member without one. */
  readonly as?: string
}

/** By address. */
export type Screens = Record<string, Sample>
