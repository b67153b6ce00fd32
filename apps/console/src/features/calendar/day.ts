import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Day = ConsoleDataOf<'/calendar/month'>['days'][number]
