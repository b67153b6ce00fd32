// Adds the pages that only the end-to-end tests open. `file` exports them; without it the list is empty.

import type { Plugin } from 'vite'

const MODULE = 'virtual:test-pages'

export const testPages = (file: string | undefined): Plugin => ({
  name: 'fairlot-test-pages',
  resolveId: (id) => (id === MODULE ? (file ?? `\0${MODULE}`) : undefined),
  load: (id) => (id === `\0${MODULE}` ? 'export const testPages = []' : undefined),
})
