export const positionStates = ['holding', 'preparing-to-close', 'closed'] as const
export const products = ['competition', 'auction', 'etf', 'placing'] as const
export const closeReasons = ['member', 'conditional', 'liquidated', 'auto-cover'] as const
export const marginCallStates = ['open', 'met', 'recovered', 'forced', 'closed'] as const
