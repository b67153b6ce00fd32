import type { ServerFrame } from '@fairlot/contract/live'
import type { Watch } from './demands.ts'

export type UpdateFrame = Extract<ServerFrame, { t: 'f' }>

/** Keeps the prices that arrive. Market data attaches it when a screen first shows a price. */
export interface PriceSink {
  /** A new connection has sent nothing yet. */
  forget(): void
  take(frame: UpdateFrame): void
  /**
   * The gateway sends the full state of everything newly watched; what it did not send after a reconnect is read by
   * REST.
   */
  readUnanswered(asked: Watch): Promise<void>
}
