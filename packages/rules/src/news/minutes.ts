const charactersPerMinute = 400
const wordsPerMinute = 200

/** Chinese by characters, everything else by words. At least one minute. */
export function minutesToRead(body: string): number {
  const characters = body.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = body.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute))
}
