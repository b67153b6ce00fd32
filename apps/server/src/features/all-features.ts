import { bankStatements } from './bank-statements/feature.ts'
import { memberFeatures } from './member-features.ts'
import { operators } from './operators/feature.ts'
import type { ServerFeature } from './server-feature.ts'
import { settlement } from './settlement/feature.ts'
import { status } from './status/feature.ts'
import { confirmByLine } from './withdrawals/index.ts'

export const allFeatures: readonly ServerFeature[] = [
  operators,
  ...memberFeatures,
  bankStatements(confirmByLine),
  settlement,
  status,
]
