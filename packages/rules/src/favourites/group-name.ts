const longest = 20

/** The name as it is kept, or undefined when it is none: 1 to 20 characters after trimming, no control signs. */
export function groupNameFrom(text: string): string | undefined {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  const length = [...name].length
  return length >= 1 && length <= longest && !/\p{C}/u.test(name) ? name : undefined
}
