import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { toastMessage } from '#shell/toasts.ts'

export const useGuards = () => useRead('/orders/guards', {}, { quiet: true })

interface Guards {
  /** Hundredths; null for none. */
  readonly dailyLossLimit: string | null
  readonly stopped: boolean
}

/** Returns whether it succeeded; a refusal has already shown its toast. */
export const setGuards = async (guards: Guards): Promise<boolean> => {
  const answer = await call('/orders/setGuards', guards)
  if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
  await refresh('/orders/guards', '/orders/terms')
  return answer.ok
}
