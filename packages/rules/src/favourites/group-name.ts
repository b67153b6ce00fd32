const longest = 20

/** The name as stored, or undefined when invalid: 1 to 20 characters after trimming, no control characters. */
export function groupNameFrom(text: string): string | undefined {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  const length = [...name].length
  return length >= 1 && length <= longest && !/\p{C}/u.test(name) ? name : undefined
}
