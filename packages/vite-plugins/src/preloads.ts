// The inline script of index.html knows the language and the page before any module has run. This gives it the
// addresses of that language's texts and of the first page's files, so that they download beside the entry and not
// after it. A file is named by the end of its path, with `{language}` for the language; a name that the build lacks
// fails the build.

import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

const languages = ['tw', 'en'] as const
const marker = /\/\*preloads\*\/ ?\{\}/

export interface Preloads {
  readonly shell: readonly string[]
  /** For guests on the start page. */
  readonly start: readonly string[]
  /** For a signed-in member who opens the app on this path. */
  readonly pages: Readonly<Record<string, readonly string[]>>
}

const chunkOf = (bundle: Bundle, ending: string): Chunk => {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(ending)) return file
  throw new Error(`preloads: the build has no chunk ${ending}`)
}

/** The chunk and everything that it imports, with their style sheets. */
const filesOf = (bundle: Bundle, first: Chunk): Set<string> => {
  const files = new Set<string>()
  const add = (chunk: Chunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  add(first)
  return files
}

const tablesOf = (bundle: Bundle, { shell, start, pages }: Preloads) => {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('preloads: the build has no entry')
  const inEntry = filesOf(bundle, entry)
  return languages.map((language) => {
    const find = (endings: readonly string[]) => {
      const files = endings.flatMap((ending) => [
        ...filesOf(bundle, chunkOf(bundle, ending.replace('{language}', language))),
      ])
      return [...new Set(files)].filter((file) => !inEntry.has(file)).map((file) => `/${file}`)
    }
    const ofPages = Object.entries(pages).map(([path, endings]) => [path, find(endings)])
    return [
      language,
      { shell: find(shell), start: find(start), pages: Object.fromEntries(ofPages) as object },
    ] as const
  })
}

export const preloads = (files: Preloads): Plugin => ({
  name: 'fairlot-preloads',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      if (!marker.test(html)) throw new Error('preloads: index.html has no place for the table')
      return html.replace(marker, JSON.stringify(Object.fromEntries(tablesOf(bundle, files))))
    },
  },
})
