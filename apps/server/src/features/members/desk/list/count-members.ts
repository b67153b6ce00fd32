import type { Tx } from '#platform/db'
import { countMembers } from './store.ts'

export const countForDesk = async (tx: Tx) => ({ ...(await countMembers(tx)) })
