// The NATS subjects. Each begins with the installation's namespace, so that tests and cells can share one server
// without receiving each other's messages.

/**
 * Header of displayed messages (books, quotes, indices, the heartbeat): HMAC-SHA-256 over subject, line break and text, in
 * hex. The key is in PostgreSQL, readable only by the processes that display them, so access to NATS alone is not
 * enough to forge one.
 */
export const sealHeader = 'Fairlot-Seal'

export interface Subjects {
  /** Core: a command for this shard has been committed. */
  wakeExchange(shard: number): string
  /** Core: the shard has committed up to this sequence; the events are in PostgreSQL. */
  events(shard: number): string
  readonly allEvents: string
  /** Core: books that changed in a batch. */
  books(shard: number): string
  readonly allBooks: string
  /** Core: a process that has just started asks a shard to publish all its books once. */
  askBooks(shard: number): string
  /** Core: the newest quote of one instrument, on the shared tick. */
  quote(symbol: string): string
  /** Core: all indices together. */
  readonly indices: string
  /** Core: the quotes role is alive and reads the log; contains the time. */
  readonly quotesHeartbeat: string
  /** Core: a new event of this member. */
  own(memberId: string): string
}

export function subjectsOf(namespace: string): Subjects {
  return {
    wakeExchange: (shard) => `${namespace}.wake.exchange.${shard}`,
    events: (shard) => `${namespace}.events.${shard}`,
    allEvents: `${namespace}.events.*`,
    books: (shard) => `${namespace}.books.${shard}`,
    allBooks: `${namespace}.books.*`,
    askBooks: (shard) => `${namespace}.ask-books.${shard}`,
    quote: (symbol) => `${namespace}.quote.${symbol}`,
    indices: `${namespace}.indices`,
    quotesHeartbeat: `${namespace}.quotes-heartbeat`,
    own: (memberId) => `${namespace}.own.${memberId}`,
  }
}
