/** The sign of an amount from the API: an integer in minor units, written in decimal digits. */
export const signOf = (minor: string): 'up' | 'down' | 'flat' => {
  const value = BigInt(minor)
  return value > 0n ? 'up' : value < 0n ? 'down' : 'flat'
}
