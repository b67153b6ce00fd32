// Formats a text as `npm run format` would: for scripts that write files of the repository.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

const root = resolve(import.meta.dirname, '..')

export async function formatText(path: string, text: string): Promise<string> {
  const config = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(path, text, config)
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]!.message}`)
  return code
}
