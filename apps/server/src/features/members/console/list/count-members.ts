import type { Tx } from '#platform/db'
import { countMembers } from './store.ts'

export const countForConsole = async (tx: Tx) => ({ ...(await countMembers(tx)) })
