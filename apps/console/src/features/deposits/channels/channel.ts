import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Channel = ConsoleDataOf<'/deposits/channelList'>['channels'][number]
