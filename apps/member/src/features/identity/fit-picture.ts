const MAX_BYTES = 4_500_000
const LONG_SIDE = 2_400
const SENT_AS_IS = new Set(['image/jpeg', 'image/png', 'image/webp'])

/**
 * Photos of current phones are larger than the server accepts, and can be in a format only the phone reads. Redrawing
 * makes them smaller and removes the location. Undefined when the browser cannot open the file.
 */
export async function fitPicture(file: File): Promise<Blob | undefined> {
  if (SENT_AS_IS.has(file.type) && file.size <= MAX_BYTES) return file
  let drawn: ImageBitmap
  try {
    drawn = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const scale = Math.min(1, LONG_SIDE / Math.max(drawn.width, drawn.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(drawn.width * scale)
  canvas.height = Math.round(drawn.height * scale)
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
