/** The server's label names browser and system, such as `Chrome on Android`. */
export const isPhone = (label: string): boolean => /iphone|ipad|android|ios|mobile/i.test(label)
