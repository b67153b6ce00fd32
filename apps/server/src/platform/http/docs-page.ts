/** The parts of an OpenAPI document this page shows. */
export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly description?: string }
  readonly paths?: Readonly<Record<string, { readonly post?: Operation } | undefined>>
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content | undefined>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown } | undefined>>
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((item) => `<li>${inline(item.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join('')

const inline = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const schemaBlock = (title: string, schema: unknown): string =>
  schema === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`

export function renderDocs(document: ApiDocument): string {
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const operation = item?.post
    if (!operation) continue
    const schemaOf = (holder: Content | undefined): unknown => holder?.content?.['application/json']?.schema
    const section = `<article id="${escape(path)}"><h3><span>POST</span> ${escape(path)}</h3>
<p><strong>${escape(operation.summary ?? '')}</strong></p>${paragraphs(operation.description ?? '')}
${schemaBlock('Body', schemaOf(operation.requestBody))}
${schemaBlock('Answer', schemaOf(operation.responses?.['200']))}</article>`
    const tag = operation.tags?.[0] ?? 'other'
    groups.set(tag, [...(groups.get(tag) ?? []), section])
  }
  const names = [...groups.keys()]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>${escape(document.info.title)}</h1>${paragraphs(document.info.description ?? '')}
<p><a href="/api/docs/openapi.json">OpenAPI ${escape(document.openapi)} as JSON</a></p>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</nav></header>
<main>${[...groups].map(([name, sections]) => `<section id="${name}"><h2>${name}</h2>${sections.join('')}</section>`).join('')}</main>
</body></html>`
}

export const stylesheet = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid; }
h3 { font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
h3 span { opacity: .7; }
article { margin: 1.5rem 0; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .5rem; font-size: .8rem; }
nav { display: flex; flex-wrap: wrap; gap: .75rem; }
summary { cursor: pointer; padding: .25rem 0; }
`
