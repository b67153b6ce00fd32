import { cleanLogo, logoBytes } from '#platform/images'

export interface Logo {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Undefined when it is not a readable picture, or too large for a file that every client loads first. */
export async function logoOf(bytes: Buffer, type: string): Promise<Logo | undefined> {
  const cleaned = await cleanLogo(bytes, type)
  if (!cleaned.ok || cleaned.image.bytes.length > logoBytes) return undefined
  return cleaned.image
}
