import type { Direction, EntryTrigger, Exits } from '@fairlot/rules/orders'

/** The order as the member set it, and the terms they saw. */
export interface EntryLeg extends EntryTrigger {
  readonly direction: Direction
  readonly multiple: number
  /** Absent: a market order once triggered. */
  readonly price?: number | undefined
  /** What its position gets when it fills. */
  readonly exits?: Exits | undefined
  /** The hash of the terms, hex. */
  readonly terms: string
}

export interface EntryBody {
  readonly quantity: number
  readonly entry: EntryLeg
}
