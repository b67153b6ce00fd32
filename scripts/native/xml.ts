// Reads the XML of the native projects: elements, attributes and text, and an error for what is not well formed. It knows
// no entities beyond the five of XML and no CDATA: the projects use neither.

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface Open {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlElement[]
  text: string
}

const name = '[A-Za-z_][\\w.:-]*'
const token = new RegExp(
  `<\\?[^?]*\\?>|<!--(?:(?!--)[\\s\\S])*-->|<!DOCTYPE[^>]*>|<(/?)(${name})((?:\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>|[^<]+`,
  'y',
)
const attribute = new RegExp(`(${name})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g')

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|[^;]*);?/g, (whole, entity: string) => {
    const sign = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[entity]
    if (sign === undefined) throw new Error(`entity ${whole} is unknown`)
    return sign
  })

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, key = '', double, single] of text.matchAll(attribute)) {
    if (key in found) throw new Error(`attribute ${key} occurs twice`)
    found[key] = decoded(double ?? single ?? '')
  }
  return found
}

export function parseXml(source: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const stack: Open[] = [root]
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (match === null) throw new Error(`line ${source.slice(0, at).split('\n').length} is not well formed`)
    const [whole, closes, tag, rest = '', isEmpty] = match
    const open = stack.at(-1)!
    if (tag === undefined) {
      if (!whole.startsWith('<')) open.text += decoded(whole)
    } else if (closes === '/') {
      if (stack.length === 1 || open.name !== tag) throw new Error(`</${tag}> closes no open <${tag}>`)
      stack.pop()
    } else {
      const made: Open = { name: tag, attributes: attributesOf(rest), children: [], text: '' }
      open.children.push(made)
      if (isEmpty !== '/') stack.push(made)
    }
  }
  if (stack.length > 1) throw new Error(`<${stack.at(-1)!.name}> is not closed`)
  const [only, ...more] = root.children
  if (only === undefined || more.length > 0 || root.text.trim() !== '')
    throw new Error('not one root element')
  return only
}

export const elementsBelow = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(elementsBelow),
]

export type Plist = string | boolean | readonly Plist[] | { readonly [key: string]: Plist }

/** The value of a property list. */
export function plistOf(source: string): Plist {
  const { name: rootName, children } = parseXml(source)
  if (rootName !== 'plist' || children.length !== 1) throw new Error('not a property list')
  return valueOf(children[0]!)
}

function valueOf({ name: kind, text, children }: XmlElement): Plist {
  if (kind === 'string') return text
  if (kind === 'true' || kind === 'false') return kind === 'true'
  if (kind === 'array') return children.map(valueOf)
  if (kind !== 'dict' || children.length % 2 !== 0) throw new Error(`<${kind}> is not expected`)
  const pairs: [string, Plist][] = []
  for (let at = 0; at < children.length; at += 2) {
    const key = children[at]!
    if (key.name !== 'key' || pairs.some(([known]) => known === key.text))
      throw new Error(`<key>${key.text}</key> is missing or occurs twice`)
    pairs.push([key.text, valueOf(children[at + 1]!)])
  }
  return Object.fromEntries(pairs)
}
