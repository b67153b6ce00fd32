// Emits dist/sw.js: the worker's source with the list of files to keep and a version that changes with any of them,
// where the source asks for them.

import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

/** The server reads csp.json, nothing reads the manifest of the build; the worker never caches itself. */
const left = (file: string) => file.startsWith('.vite') || file === 'csp.json' || file === 'sw.js'

export const serviceWorker = (source: URL): Plugin => ({
  name: 'fairlot-service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = 'dist' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
        .filter((file) => !left(file) && !/\.(br|gz|txt)$/.test(file))
        .toSorted()
      const version = createHash('sha256')
      for (const file of files) version.update(file).update(await readFile(join(dir, file)))
      const urls = files.map((file) => (file === 'index.html' ? '/' : `/${file}`))
      const typescript = (await readFile(source, 'utf8'))
        .replace("'__VERSION__'", JSON.stringify(version.digest('hex').slice(0, 16)))
        .replace("'__FILES__'", JSON.stringify(urls))
      const { code } = await transformWithOxc(typescript, 'service-worker.ts', { sourcemap: false })
      await writeFile(join(dir, 'sw.js'), code.replace(/export\s*\{\s*\};?/, ''))
    },
  },
})
