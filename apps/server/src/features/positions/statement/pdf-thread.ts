import { parentPort, workerData } from 'node:worker_threads'
import type { Document } from './document.ts'
import { pdfOf } from './pdf.ts'

const bytes = await pdfOf(workerData as Document)
parentPort!.postMessage(bytes)
