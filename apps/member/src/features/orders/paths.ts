// Addresses that other features link to.

export interface TicketOptions {
  readonly side?: 'long' | 'short'
  readonly dayTrade?: boolean
}

/** The ticket as a page. */
export const ticketPath = (symbol: string, { side = 'long', dayTrade = false }: TicketOptions = {}): string =>
  `/market/marketBuy?symbol=${encodeURIComponent(symbol)}&side=${side}${dayTrade ? '&dayTrade=1' : ''}`

/** The timeline of one order. */
export const orderPath = (orderId: string): string =>
  `/position/positionDetail?order=${encodeURIComponent(orderId)}`
