// Members and auditors read what an operator writes: one letter is not a reason or a purpose.

const fewest = 6

/** Letters and digits; a Chinese character counts as two letters. */
const weightOf = (text: string): number => {
  let weight = 0
  for (const char of text) {
    if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(char)) weight += 2
    else if (/[\p{L}\p{N}]/u.test(char)) weight += 1
  }
  return weight
}

/** Returns true for "x" and "No.", false for "not received" and 「沒收到」. */
export const isTooShort = (text: string): boolean => weightOf(text) < fewest

/** The longest reason or note of a vote, in characters. The field counts down to it and the server refuses more. */
export const longestReason = 300
