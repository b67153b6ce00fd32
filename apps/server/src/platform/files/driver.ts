export interface Files {
  /** Returns once the bytes are durable. The same key again replaces them atomically: no reader ever sees half. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Returns undefined when there is nothing under the key. */
  get(key: string): Promise<Buffer | undefined>
  /** Deleting a missing key succeeds. */
  delete(key: string): Promise<void>
}
