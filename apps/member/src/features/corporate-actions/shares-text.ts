export const sharesText = (shares: number): string => shares.toLocaleString('en-US')
