import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Passkey = ConsoleDataOf<'/operators/listPasskeys'>['passkeys'][number]
