import type { DataOf } from '@fairlot/contract'

export type Status = DataOf<'/identity/status'>
