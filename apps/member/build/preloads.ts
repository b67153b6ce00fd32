// The inline script of index.html knows the language before any module has run. This gives it the addresses of that
// language's texts and of the start screen, so that they download beside the entry and not after it.

import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const languages = ['tw', 'en'] as const
const marker = /\/\*preloads\*\/ ?\{\}/

const addressOf = (bundle: Bundle, ending: string): string[] =>
  Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.facadeModuleId?.endsWith(ending) ? [`/${file.fileName}`] : [],
  )

export const preloads = (): Plugin => ({
  name: 'fairlot-preloads',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      const table = Object.fromEntries(
        languages.map((language) => [
          language,
          {
            shell: addressOf(bundle, `/shell/texts/${language}.ts`),
            start: [
              ...addressOf(bundle, `/features/auth/texts/${language}.ts`),
              ...addressOf(bundle, '/features/auth/StartScreen.tsx'),
            ],
          },
        ]),
      )
      if (!marker.test(html)) throw new Error('index.html has no place for the preloads')
      return html.replace(marker, JSON.stringify(table))
    },
  },
})
