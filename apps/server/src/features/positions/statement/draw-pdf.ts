import { Worker } from 'node:worker_threads'
import type { Document } from './document.ts'

// Two files at a time: each needs a core and some tens of megabytes for its font.
const maxThreads = 2
let running = 0
const waiting: (() => void)[] = []

/** The document as a PDF, made in its own thread. */
export async function drawPdf(document: Document): Promise<Buffer> {
  if (running >= maxThreads) await new Promise<void>((resolve) => void waiting.push(resolve))
  running += 1
  try {
    return await inThread(document)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const inThread = (document: Document): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: document })
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the PDF thread ended with code ${code} and no file`)))
  })
