import type { BannerTexts } from './banner-tw.ts'

export const texts: BannerTexts = {
  title: (ratio) => `Margin call: ratio ${ratio}`,
  text: (amount, deadline) => `${amount} to add by ${deadline}.`,
  more: 'See the ways to meet it',
}
