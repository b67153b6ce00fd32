/**
 * The ten currencies of the specification. All are kept in hundredths, also those with a larger smallest unit (JPY,
 * KRW, VND): one scale for every amount, and two decimals on every screen.
 */
export const currencies = ['RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR'] as const
export type Currency = (typeof currencies)[number]

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text)
