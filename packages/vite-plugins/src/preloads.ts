// The inline script of index.html knows the language before any module has run. This gives it the addresses of that
// language's texts and of the start screen, so that they download beside the entry and not after it. A file is named
// by the end of its path, with `{language}` for the language.

import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const languages = ['tw', 'en'] as const
const marker = /\/\*preloads\*\/ ?\{\}/

const addressOf = (bundle: Bundle, ending: string): string[] =>
  Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.facadeModuleId?.endsWith(ending) ? [`/${file.fileName}`] : [],
  )

export interface Preloads {
  readonly shell: readonly string[]
  readonly start: readonly string[]
}

export const preloads = (files: Preloads): Plugin => ({
  name: 'fairlot-preloads',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      const table = Object.fromEntries(
        languages.map((language) => {
          const find = (endings: readonly string[]) =>
            endings.flatMap((ending) => addressOf(bundle, ending.replace('{language}', language)))
          return [language, { shell: find(files.shell), start: find(files.start) }]
        }),
      )
      if (!marker.test(html)) throw new Error('index.html has no place for the preloads')
      return html.replace(marker, JSON.stringify(table))
    },
  },
})
