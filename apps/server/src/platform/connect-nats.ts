import { connect, type NatsConnection } from '@nats-io/transport-node'

/** Resolves when NATS is there, however long that takes, and finds it again for ever after. */
export const connectNats = (url: string, name: string): Promise<NatsConnection> =>
  connect({
    servers: url,
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
    maxPingOut: 2,
  })
