// A WebSocket text frame as one string, for one write. `ws` writes header and text separately, and writing is most of
// the cost of a frame. It works because every text here is plain ASCII, so a character is a byte.

/** JSON in ASCII: other characters become JSON escapes. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The longest text whose length fits in this kind of frame. */
export const longestText = 0xffff

/** Complete and unmasked, as a server sends it (RFC 6455, 5.2). To be written as `latin1`. */
export function textFrame(ascii: string): string {
  const { length } = ascii
  if (length > longestText) throw new Error(`a frame of ${length} characters exceeds the limit of a client`)
  const finalText = 0x81
  return length < 126
    ? String.fromCharCode(finalText, length) + ascii
    : String.fromCharCode(finalText, 126, length >> 8, length & 0xff) + ascii
}
