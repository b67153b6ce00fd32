import { SimulatedMark } from '@fairlot/ui'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'

/** The simulated mark, for a screen whose bar is a search box. */
export const PriceMark = () => {
  const { simulated } = shellTexts.use()
  return isSimulated(useSite()) ? <SimulatedMark>{simulated.market}</SimulatedMark> : null
}
