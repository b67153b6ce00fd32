export interface Bounds {
  readonly min: bigint
  readonly max: bigint
}

/**
 * The bounds that channel and rules both allow. The rules are in NT$; another currency has only its channel's bounds.
 */
export function depositBounds(currency: string, channel: Bounds, rule: Bounds): Bounds {
  if (currency !== 'TWD') return channel
  return {
    min: channel.min > rule.min ? channel.min : rule.min,
    max: channel.max < rule.max ? channel.max : rule.max,
  }
}

export const isWithin = (amount: bigint, { min, max }: Bounds): boolean => amount >= min && amount <= max
