import { useRead } from '#shell/data.ts'
import { mayDo, useMe } from '#shell/session.ts'

/** Matters that wait for an answer. */
export const useWaitingCount = (): number | undefined => {
  const enabled = mayDo(useMe(), 'answer-support')
  return useRead('/support/inbox', { state: 'waiting' }, { enabled, every: 15_000 }).data?.counts.waiting
}
