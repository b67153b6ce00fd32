// Writes docs/messages.md from the catalogue and the causes beside this file. `--check` compares instead of
// writing, so a code that was added, renamed or reworded without the page fails `npm run check`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { catalogue, type MessageCode } from '../packages/contract/src/catalogue/codes.ts'
import { texts as en } from '../packages/contract/src/catalogue/en.ts'
import { texts as tw } from '../packages/contract/src/catalogue/tw.ts'
import { formatText } from './format-text.ts'
import { causes } from './message-causes.ts'

const page = 'docs/messages.md'
const codes = Object.keys(catalogue) as MessageCode[]

const cell = (text: string) => text.replaceAll('|', '\\|')

const table = (rows: readonly MessageCode[]) =>
  [
    '| Code | Status | 繁體中文 | English | Raised by |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((code) => {
      const { status } = catalogue[code]
      return `| \`${code}\` | ${status} | ${cell(tw[code])} | ${cell(en[code])} | ${cell(causes[code])} |`
    }),
  ].join('\n')

const isRefusal = (code: MessageCode) => catalogue[code].status !== 1
const from = (origin: 'spec' | 'own', refusal: boolean) =>
  codes.filter((code) => catalogue[code].from === origin && isRefusal(code) === refusal)

const markdown = `# Messages

<!-- Written by scripts/docs-messages.ts from packages/contract/src/catalogue and scripts/message-causes.ts. -->

Every answer of the member API carries one of these codes in \`msg\`, never a sentence. The app looks the text up in the
member's language. A refusal's status is also its HTTP status; a success has status 1. \`{name}\` is filled from the
refusal's \`params\`. \`open\` means that no feature raises the message yet: the text waits for its rule.

## Refusals the specification names

${table(from('spec', true))}

## Successes the specification names

${table(from('spec', false))}

## Our own refusals

${table(from('own', true))}

## Our own successes

${table(from('own', false))}
`

const wanted = await formatText(page, markdown)

if (process.argv.includes('--check')) {
  const found = existsSync(page) ? readFileSync(page, 'utf8') : ''
  if (found === wanted) console.log(`messages: ${codes.length} codes, ${page} is up to date`)
  else {
    console.error(`${page} differs from the catalogue: run node scripts/docs-messages.ts`)
    process.exitCode = 1
  }
} else {
  writeFileSync(page, wanted)
  console.log(`messages: ${codes.length} codes written to ${page}`)
}
