export const withdrawalPath = (withdrawalId: string): string =>
  `/user/withdraw?view=progress&id=${withdrawalId}`
