import type { Duplex } from 'node:stream'

const longestFlushMs = 2_000

/**
 * Writes a last answer and destroys the connection. `end` alone sends a FIN and keeps the descriptor until the other
 * side closes too, which a hostile client never does.
 */
export function closeSocket(socket: Duplex, response: string): void {
  if (socket.destroyed) return
  const cut = setTimeout(() => socket.destroy(), longestFlushMs)
  socket.once('close', () => clearTimeout(cut))
  socket.once('error', () => socket.destroy())
  if (socket.writable) socket.end(response, () => socket.destroy())
  else socket.destroy()
}
