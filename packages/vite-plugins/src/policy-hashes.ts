// Writes dist/csp.json: the hashes of what index.html has inline, from which the server builds its policy header.
// Hashes, not a nonce, because the member app is cached by its service worker and must keep working offline.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const inlineHashes = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  )

/** `trustedTypes` are the names of the Trusted Types policies the app may make. */
export const policyHashes = (trustedTypes: readonly string[]): Plugin => ({
  name: 'fairlot-policy-hashes',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = 'dist' }) {
      const html = await readFile(join(dir, 'index.html'), 'utf8')
      const policy = {
        scripts: inlineHashes(html, 'script'),
        styles: inlineHashes(html, 'style'),
        trustedTypes,
      }
      await writeFile(join(dir, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`)
    },
  },
})
