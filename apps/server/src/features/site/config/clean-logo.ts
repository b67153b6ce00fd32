import { cleanLogo, logoBytes } from '#platform/images'

export interface Logo {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Returns undefined when the file is no readable picture, or too large to be loaded first by every client. */
export async function logoOf(bytes: Buffer, type: string): Promise<Logo | undefined> {
  const cleaned = await cleanLogo(bytes, type)
  if (!cleaned.ok || cleaned.image.bytes.length > logoBytes) return undefined
  return cleaned.image
}
