import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface CurrencyExchangeDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly secrets: Secrets
}
