/**
 * The ten currencies of the specification. All of them are kept in hundredths here, also those whose own
 * smallest unit is larger (JPY, KRW, VND): one scale for every amount, and two decimals on every screen.
 */
export const currencies = ['RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR'] as const
export type Currency = (typeof currencies)[number]

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text)
