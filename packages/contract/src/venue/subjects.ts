// Where things are said on NATS. Every subject begins with the installation's namespace, so that tests and cells can
// share one server without hearing each other.

/**
 * On every batch of the stream: the SHA-256 of its text in hex. The chain's hash covers commands too and cannot be made
 * from a batch alone; this tells a reader that the text is the one the exchange wrote.
 */
export const digestHeader = 'Fairlot-Digest'

export interface Subjects {
  /** Core: a command for this shard has been committed. */
  pokeExchange(shard: number): string
  /** JetStream: one message per batch. */
  events(shard: number): string
  readonly allEvents: string
  /** The name of the stream that keeps them. */
  readonly eventStream: string
  /** Core: books that changed in a batch. */
  books(shard: number): string
  readonly allBooks: string
  /** Core: whoever has just started asks a shard to publish all its books once. */
  askBooks(shard: number): string
  /** Core: the newest quote of one instrument, on the shared tick. */
  quote(symbol: string): string
  /** Core: all indices together. */
  readonly indices: string
  /** Core: the quotes role is alive and reads the log; carries the time. */
  readonly quotesBeat: string
  /** Core: something of this member's own happened. */
  own(memberId: string): string
}

export function subjectsOf(namespace: string): Subjects {
  return {
    pokeExchange: (shard) => `${namespace}.poke.exchange.${shard}`,
    events: (shard) => `${namespace}.events.${shard}`,
    allEvents: `${namespace}.events.*`,
    eventStream: `${namespace}-events`,
    books: (shard) => `${namespace}.books.${shard}`,
    allBooks: `${namespace}.books.*`,
    askBooks: (shard) => `${namespace}.ask-books.${shard}`,
    quote: (symbol) => `${namespace}.quote.${symbol}`,
    indices: `${namespace}.indices`,
    quotesBeat: `${namespace}.quotes-beat`,
    own: (memberId) => `${namespace}.own.${memberId}`,
  }
}
