import { describe, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, within } from './chunk.ts'

describe('script chunk load timeout', () => {
  test('is 120000 ms', () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
  })

  test('a chunk that arrives in time is used', async () => {
    await expect(within(1000, Promise.resolve('screen'))).resolves.toBe('screen')
  })

  test('a chunk that never arrives fails exactly at the limit', async () => {
    vi.useFakeTimers()
    try {
      const never = within(CHUNK_TIMEOUT_MS, new Promise<never>(() => {}))
      let failed: unknown
      never.catch((error: unknown) => (failed = error))
      await vi.advanceTimersByTimeAsync(119_999)
      expect(failed).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(failed).toBeInstanceOf(ChunkError)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a failed download gives the same error', async () => {
    await expect(within(1000, Promise.reject(new TypeError('failed to fetch')))).rejects.toBeInstanceOf(
      ChunkError,
    )
  })
})
