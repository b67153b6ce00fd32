export const depositPath = (depositId: string): string => `/user/recharge?view=progress&id=${depositId}`
export const payInPath = (channelId: string): string => `/user/recharge?channel=${channelId}`
