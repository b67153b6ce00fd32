import { createHash } from 'node:crypto'
import { refuseConfigValue } from '@fairlot/rules/site'
import type { ReviewKindHandler } from '#features/operators'
import { changeConfig } from '../change-config.ts'
import { keepImage, readPair } from '../store.ts'
import { configPayload } from './config-payload.ts'

export const siteConfigReviews: ReviewKindHandler = {
  kind: 'site-config',
  async describe(tx, { payload }) {
    const { name, value, before, image } = configPayload.parse(payload)
    const now = (await readPair(tx, name)) ?? ''
    return {
      facts: [
        { code: 'site.name', value: name },
        ...(image === undefined
          ? []
          : [{ code: 'site.logo-bytes', value: String(Buffer.from(image, 'base64').length) }]),
      ],
      checks: [
        { ok: !refuseConfigValue(name, value), code: 'site.well-formed', value: '' },
        { ok: now === before, code: 'site.unchanged-since', value: '' },
      ],
      lines: [
        { code: `site.${name}`, before: before === '' ? null : before, after: value === '' ? null : value },
      ],
      effects: ['site.set'],
    }
  },
  async execute(tx, { payload, reviewId }, { now, requestId }) {
    const { name, value, before, image } = configPayload.parse(payload)
    if (((await readPair(tx, name)) ?? '') !== before) return 'superseded'
    if (image !== undefined) {
      const bytes = Buffer.from(image, 'base64')
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (value !== `site/logo/${hash}.webp`) throw new Error('the logo differs from the approved picture')
      await keepImage(tx, hash, bytes, now)
    }
    await changeConfig(tx, { name, value, actor: 'system', requestId, reviewId })
    return undefined
  },
  onRejected: () => Promise.resolve(),
}
