import type { BannerTexts } from './banner-tw.ts'

export const texts: BannerTexts = {
  title: (ratio) => `Margin call: maintenance ratio ${ratio}`,
  text: (amount, deadline) => `Add ${amount} by ${deadline}.`,
  more: 'View your options',
}
