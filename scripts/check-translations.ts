// Both languages have the same content. Missing keys are already compile errors; this finds what types cannot: a
// language file without its pair, different placeholders, an empty or untranslated text, and text written directly into
// a component.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'

const textFolders = ['apps/member/src', 'apps/console/src', 'packages/contract/src/catalogue']
const componentFolders = ['apps/member/src', 'apps/console/src', 'packages/ui/src', 'packages/app-shell/src']
const han = /\p{Script=Han}/u
const word = /\p{L}{2,}/u
// Attributes that are shown or spoken.
const readAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'alt',
  'title',
  'placeholder',
  'label',
  'hint',
])

export async function checkTranslations(root: string): Promise<string[]> {
  return [...(await checkPairs(root)), ...checkComponents(root)]
}

async function checkPairs(root: string): Promise<string[]> {
  const problems: string[] = []
  const files = textFolders.flatMap((folder) =>
    filesBelow(root, folder, (path) => /\/(tw|en)[.]ts$/.test(path)),
  )
  if (files.length === 0) return ['no tw.ts or en.ts was found; nothing has been checked']
  for (const path of files) {
    const pair = path.replace(/(tw|en)[.]ts$/, (name) => (name === 'tw.ts' ? 'en.ts' : 'tw.ts'))
    if (!existsSync(join(root, pair))) problems.push(`${pair}: missing beside ${path}`)
    else if (path.endsWith('/tw.ts')) problems.push(...(await comparePair(root, path, pair)))
  }
  return problems
}

async function comparePair(root: string, twPath: string, enPath: string): Promise<string[]> {
  const [tw, en] = [await readTexts(root, twPath), await readTexts(root, enPath)]
  const problems: string[] = []
  for (const key of tw.keys()) if (!en.has(key)) problems.push(`${enPath}: ${key} is missing`)
  for (const key of en.keys()) if (!tw.has(key)) problems.push(`${twPath}: ${key} is missing`)
  for (const [key, twText] of tw) {
    const enText = en.get(key)
    if (enText === undefined) continue
    // If both are empty the sentence needs no text there; if one is empty it was forgotten.
    if (twText.trim() === '' && enText.trim() !== '') problems.push(`${twPath}: ${key} is empty`)
    if (enText.trim() === '' && twText.trim() !== '') problems.push(`${enPath}: ${key} is empty`)
    const isLanguageName = isNameOfLanguage(enText) || /\blanguages?[.]/.test(key)
    if (han.test(enText) && !isLanguageName) problems.push(`${enPath}: ${key} is in Chinese`)
    const [twHoles, enHoles] = [holesOf(twText), holesOf(enText)]
    if (twHoles !== enHoles) {
      problems.push(`${enPath}: ${key} has the placeholders "${enHoles}", ${twPath} has "${twHoles}"`)
    }
  }
  return problems
}

/** A language's name is written in that language, whatever the page's language. */
function isNameOfLanguage(text: string): boolean {
  return text.includes('中文')
}

function holesOf(text: string): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return [...new Set(names)].sort().join(' ')
}

/** Every text of a catalogue by its path of keys. A text with arguments is called with sample numbers. */
async function readTexts(root: string, path: string): Promise<Map<string, string>> {
  const module = (await import(pathToFileURL(join(root, path)).href)) as { readonly texts?: unknown }
  const texts = new Map<string, string>()
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value)
    else if (typeof value === 'function') texts.set(key, sample(value as (...args: unknown[]) => unknown))
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(inner, key === '' ? name : `${key}.${name}`)
    }
  }
  collect(module.texts, '')
  if (texts.size === 0) throw new Error(`${path} exports no texts`)
  return texts
}

function sample(text: (...args: unknown[]) => unknown): string {
  try {
    return String(text(2, 2, 2, 2))
  } catch {
    // It needs an object or a date; its type checks it, and it is not empty.
    return '…'
  }
}

function checkComponents(root: string): string[] {
  const isCode = (path: string) =>
    /[.]tsx?$/.test(path) && !/[.](test|spec)[.]tsx?$/.test(path) && !/\/texts\//.test(path)
  return componentFolders
    .flatMap((folder) => filesBelow(root, folder, isCode))
    .flatMap((path) => literalTexts(path, parse(root, path)))
}

function literalTexts(path: string, source: ts.SourceFile): string[] {
  const problems: string[] = []
  const say = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    problems.push(
      `${path}:${line + 1}: "${text.trim().slice(0, 40)}" is written into the code; it belongs in texts`,
    )
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && word.test(node.text)) say(node, node.text)
    else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      if (han.test(node.text) && !isNameOfLanguage(node.text) && !hasEnglishPair(node)) say(node, node.text)
      else if (isReadByPeople(node) && word.test(node.text)) say(node, node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

/** A small table `{ tw: …, en: … }` in the code has both languages, and its type ensures that. */
function hasEnglishPair(node: ts.Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    if (!ts.isPropertyAssignment(at) || at.name.getText() !== 'tw') continue
    const { properties } = at.parent
    return properties.some((property) => property.name?.getText() === 'en')
  }
  return false
}

/** A string passed directly to JSX as a child, or to an attribute that is shown or spoken. */
function isReadByPeople(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return readAttributes.has(parent.name.getText())
  if (!ts.isJsxExpression(parent)) return false
  return ts.isJsxAttribute(parent.parent) ? readAttributes.has(parent.parent.name.getText()) : true
}

function parse(root: string, path: string): ts.SourceFile {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true, kind)
}

if (import.meta.main) await report(checkTranslations)
