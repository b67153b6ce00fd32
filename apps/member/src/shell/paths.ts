// Paths of pages that other features link to without importing their feature.

export const auctionPath = (auctionId: string): string => `/common/dividend2?view=auction&id=${auctionId}`
export const offerPath = (offerId: string): string => `/market/subscribeDetail?id=${offerId}`
export const offerDrawPath = (offerId: string): string => `${offerPath(offerId)}&view=draw`
