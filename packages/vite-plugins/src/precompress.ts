// Writes .br and .gz beside every text file, so that the server never compresses on a request.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const worthIt = /\.(js|css|html|json|svg|txt|webmanifest)$/

export const precompress = (): Plugin => ({
  name: 'fairlot-precompress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = 'dist' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      await Promise.all(
        entries.map(async (entry) => {
          const file = join(entry.parentPath, entry.name)
          if (!entry.isFile() || !worthIt.test(entry.name) || entry.parentPath.endsWith('.vite')) return
          const bytes = await readFile(file)
          await Promise.all([
            brotli(bytes).then((small) => writeFile(`${file}.br`, small)),
            zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          ])
        }),
      )
    },
  },
})
