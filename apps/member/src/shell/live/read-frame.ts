// Checks what the gateway sends. Loaded before the first socket opens and not with a screen: the schemas are larger than
// the rest of the connection.

import '@fairlot/contract/live/jitless'
import { serverFrame, type ServerFrame } from '@fairlot/contract/live/frames'

/**
 * Returns undefined for a frame that this build does not know. The frame is ignored, and prices without new frames
 * become stale.
 */
export const readFrame = (text: string): ServerFrame | undefined => {
  try {
    return serverFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
