// Every sheet, dialog and full-screen view is on the one stack of layers, so that back closes it, and each is in the table
// of the end-to-end test.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync([
  'apps/{member,console}/src/**/*.{ts,tsx}',
  'packages/{ui,app-shell}/src/**/*.{ts,tsx}',
])
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const using = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

/** A step inside the pane of a review, not above it: it hides nothing, and its own keys cancel it. */
const INLINE = 'apps/console/src/features/operators/queue/ConfirmVote.tsx'

/** What is wrong with one file: a layer that the stack does not know, or history changed behind its back. */
const problemsOf = ({ file, text }: { readonly file: string; readonly text: string }): string[] => {
  const knows = /\buse(?:ModalDialog|Layer)\(/.test(text)
  const usesPart = /<(?:Sheet|Dialog|Popup|FormPopup)\b/.test(text)
  const opensModal = /<dialog\b|aria-modal|\bshowModal\(|\brequestFullscreen\(/.test(text)
  const saysDialog = file !== INLINE && /role="(?:alert)?dialog"|role="menu"/.test(text)
  return [
    ...(opensModal && !knows ? [`${file}: opens a modal outside the stack of layers`] : []),
    ...(saysDialog && !knows && !usesPart ? [`${file}: a dialog that is not on the stack of layers`] : []),
    ...(/\bhistory\.(?:pushState|replaceState|back|forward|go)\(/.test(
      text.replaceAll(/^import .*$/gm, ''),
    ) &&
    /\bwindow\.history\./.test(text) &&
    file !== 'packages/app-shell/src/app-history.ts'
      ? [`${file}: changes the history outside packages/app-shell/src/app-history.ts`]
      : []),
  ]
}

test('every modal is on the stack of layers', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.flatMap(problemsOf)).toEqual([])
})

test('a modal outside the stack is found', () => {
  const planted = [
    'const Own = () => <dialog open />',
    'const Own = () => <div role="alertdialog" />',
    'window.history.back()',
    'element.requestFullscreen()',
  ]
  for (const text of planted) expect(problemsOf({ file: 'planted.tsx', text })).toHaveLength(1)
})

test('the table of layers lists every one of the member app', () => {
  const prefix = 'apps/member/src/'
  const found = using(/<(?:Sheet|Dialog)\b|\buseLayer\(/)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length))
  const table = readFileSync('tests/e2e/support/layer-table.ts', 'utf8')
  const listed = [...table.matchAll(/'((?:features|shell)\/[^']+)'/g)].map(([, file]) => file ?? '')
  expect(listed.toSorted()).toEqual(found.toSorted())
})
