// Screens load as chunks. One that has not arrived after 120 s (specification section 9) counts as failed; a failed one
// can be requested again from its retry screen.

import type { ComponentType } from 'react'
import { currentLanguage } from '@fairlot/app-shell/language'
import type { Place } from './route.ts'

export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('a part of the app did not load', { cause })
  }
}

export const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } catch (cause) {
    throw new ChunkError(cause)
  } finally {
    clearTimeout(timer)
  }
}

const screens = new Map<string, Promise<ComponentType>>()

export const loadScreen = (place: Place): Promise<ComponentType> => {
  const known = screens.get(place.key)
  if (known !== undefined) return known
  const texts = place.texts.map((set) => set.load(currentLanguage()))
  const screen = within(
    CHUNK_TIMEOUT_MS,
    Promise.all([place.load(), ...texts]).then(([component]) => component),
  )
  screens.set(place.key, screen)
  return screen
}

/** The retry screen calls this first: a failed promise would fail again. */
export const forgetScreen = (place: Place): void => {
  screens.delete(place.key)
}
