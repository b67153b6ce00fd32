import { subjectsOf } from '@fairlot/contract/venue'
import { ruleProfileOf } from '#features/site'
import type { FeatureParts, ReviewParts } from '../features/server-feature.ts'
import type { Parts } from './parts.ts'
import { version } from './version.ts'

export const reviewParts = ({ config, bus }: Pick<Parts, 'config' | 'bus'>): ReviewParts => ({
  bus,
  secrets: config.secrets,
  subjects: subjectsOf(config.natsNamespace),
  profile: ruleProfileOf(config.money),
})

export const featureParts = (parts: Omit<Parts, 'stopper' | 'metricsPort' | 'started'>): FeatureParts => ({
  ...parts,
  ...reviewParts(parts),
  version,
  calendar: parts.config.calendar,
  money: parts.config.money,
  namespace: parts.config.natsNamespace,
})
