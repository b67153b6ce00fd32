// What each process may publish and subscribe to on NATS. The development NATS is configured from this table, and a
// test compares deploy/nats/nats.conf with it. A compromised process can then use only its own subjects.

export const natsUsers = [
  'api',
  'console',
  'worker',
  'settlement',
  'quotes',
  'live',
  'exchange',
  'practice',
] as const
export type NatsUser = (typeof natsUsers)[number]

export interface NatsRights {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

export function natsRightsOf(namespace: string): Readonly<Record<NatsUser, NatsRights>> {
  const subject = (name: string): string => `${namespace}.${name}`
  const wakes = subject('wake.exchange.*')
  const events = subject('events.*')
  const own = subject('own.*')
  const decided = subject('reviews.decided')
  const reconcile = subject('funds.reconcile')
  const shown = [subject('quote.*'), subject('indices'), subject('quotes-heartbeat')]
  return {
    api: { publish: [wakes, own], subscribe: [] },
    console: { publish: [decided, reconcile], subscribe: [] },
    worker: { publish: [wakes, own], subscribe: [decided, reconcile] },
    settlement: { publish: [own], subscribe: [events] },
    quotes: { publish: [...shown, subject('ask-books.*')], subscribe: [events, subject('books.*')] },
    live: { publish: [], subscribe: [...shown, own, events] },
    exchange: { publish: [events, subject('books.*')], subscribe: [wakes, subject('ask-books.*')] },
    practice: { publish: [wakes], subscribe: [events] },
  }
}

const list = (subjects: readonly string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`

/** The `authorization` block of a NATS server; `passwordOf` can return a variable such as $NATS_API_PASSWORD. */
export function natsAuthorization(namespace: string, passwordOf: (user: NatsUser) => string): string {
  const rights = natsRightsOf(namespace)
  const users = natsUsers.map((user) => {
    const { publish, subscribe } = rights[user]
    return `    {
      user: ${user}
      password: ${passwordOf(user)}
      permissions {
        publish: ${list(publish)}
        subscribe: ${list(subscribe)}
      }
    }`
  })
  return `authorization {\n  timeout: 5\n  users: [\n${users.join('\n')}\n  ]\n}\n`
}
