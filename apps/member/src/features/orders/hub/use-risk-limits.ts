import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { toastMessage } from '#shell/toasts.ts'

export const useRiskLimits = () => useRead('/orders/riskLimits', {}, { quiet: true })

interface RiskLimits {
  /** Hundredths; null for none. */
  readonly dailyLossLimit: string | null
  readonly stopped: boolean
}

/** Returns whether it succeeded; a refusal has already shown its toast. */
export const setRiskLimits = async (riskLimits: RiskLimits): Promise<boolean> => {
  const answer = await call('/orders/setRiskLimits', riskLimits)
  if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
  await refresh('/orders/riskLimits', '/orders/terms')
  return answer.ok
}
