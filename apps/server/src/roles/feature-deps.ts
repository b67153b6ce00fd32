import { subjectsOf } from '@fairlot/contract/venue'
import { ruleProfileOf } from '#features/site'
import type { FeatureDeps, ReviewDeps } from '../features/server-feature.ts'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

export const reviewDeps = ({ config, bus }: Pick<Runtime, 'config' | 'bus'>): ReviewDeps => ({
  bus,
  secrets: config.secrets,
  subjects: subjectsOf(config.natsNamespace),
  profile: ruleProfileOf(config.money),
  beacon: config.beacon.chain,
  calendar: config.calendar,
})

export const featureDeps = (runtime: Omit<Runtime, 'stopper' | 'metricsPort' | 'started'>): FeatureDeps => ({
  ...runtime,
  ...reviewDeps(runtime),
  version,
  money: runtime.config.money,
  namespace: runtime.config.natsNamespace,
})
