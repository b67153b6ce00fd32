// The path, limits and close codes of the live socket. The file has no schema, so that an app can load it first.

/** The gateway's WebSocket path. */
export const LIVE_PATH = '/live'
/** How many symbols one socket may watch, and how many of them in detail. */
export const MAX_WATCHED = 120
export const MAX_DETAILS = 4
/** Close code, beside the standard ones: this socket's session has ended. */
export const SESSION_ENDED = 4001
/** Close code: this network has too many sockets, or guests use all sockets not reserved for members. */
export const FEED_FULL = 4002
/** A price older than this is shown as stale. */
export const STALE_AFTER_MS = 10_000
/** The gateway sends something at least this often, so that silence means a broken connection. */
export const HEARTBEAT_MS = 5_000
