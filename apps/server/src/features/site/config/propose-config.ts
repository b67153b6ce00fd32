import { createHash } from 'node:crypto'
import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { isConfigName, refuseConfigValue } from '@fairlot/rules/site'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { readPair } from '../store.ts'
import { logoOf } from './clean-logo.ts'
import type { ConfigPayload } from './config-payload.ts'

/** Refuses: `site.unknown`, `site.logo`, `site.value`, `site.same`, and what every proposal refuses. */
export async function proposeConfig(
  db: Db,
  { name, value: typed, image, why }: ConsoleBodyOf<'/site/proposeConfig'>,
  proposing: Proposing,
): Promise<Proposed> {
  if (!isConfigName(name)) return refuse('site.unknown', { field: 'name' })
  let value = typed
  let picture: string | null = null
  if (image !== undefined) {
    // Cleaned again: two operators must approve bytes that the server encoded, not the sender's.
    const logo = name === 'logo' ? await logoOf(Buffer.from(image, 'base64'), 'image/webp') : undefined
    if (!logo) return refuse('site.logo', { field: 'image' })
    picture = logo.bytes.toString('base64')
    value = `site/logo/${createHash('sha256').update(logo.bytes).digest('hex')}.webp`
  } else if (name === 'logo' && value !== '') {
    return refuse('site.logo', { field: 'image' })
  }
  if (refuseConfigValue(name, value)) return refuse('site.value', { field: 'value' })
  const before = (await readPair(db, name)) ?? ''
  if (before === value) return refuse('site.same', { field: 'value' })
  const payload: ConfigPayload = { name, value, before, ...(picture === null ? {} : { image: picture }) }
  return proposeReview(db, { kind: 'site-config', subject: name, payload, reason: why }, proposing)
}
