import { derivedId } from '#platform/ids'

/** Made from the conditional order's own id: whoever tries the same leg again meets the order that is there. */
export const legOrderId = (conditionalId: string, tries: number): string =>
  derivedId(`conditional ${conditionalId}/${tries}`)
