// What the gateway needs of prices. Market data implements it, so that this feature imports no other.

/** The newest state of one instrument, and its text. All clients that watch it get the same text. */
export interface WatchedQuote {
  /** Counts changes that a list shows; a new best bid is not one. 0: nothing known yet. */
  readonly rowChange: number
  /** Counts all changes. */
  readonly detailChange: number
  /** Counts trades; a gap adds more than a frame may have. */
  readonly tradeCount: number
  /** A row of a frame. */
  rowText(): string
  /** The whole instrument, with the trades since `from`; a negative `from` means that the socket has none yet. */
  detailText(from: number): string
}

export interface QuoteSource {
  /**
   * The start of every frame: the newest time up to which quotes has published everything; 0 before its first message.
   */
  frameHead(): string
  /** When that message arrived, by the clock of this process. */
  heardAt(): number
  indices(): { readonly change: number; readonly text: string }
  /** Adds a watcher. The value may come later. */
  join(symbol: string): WatchedQuote
  leave(quote: WatchedQuote, now: number): void
  /** Reads newly watched instruments that have no value yet. */
  fill(): Promise<void>
  /** Reads everything watched, to find missed messages. */
  reread(): Promise<void>
  /** Unsubscribes from instruments that have had no watcher for a while. */
  tidy(now: number): void
  size(): number
  close(): void
}
