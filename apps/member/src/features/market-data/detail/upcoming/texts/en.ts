import type { UpcomingTexts } from './tw.ts'

export const texts: UpcomingTexts = {
  title: 'Not listed yet',
  text: (day) => `This stock is to be listed on ${day} and has no price before. Its offer is open to read.`,
  action: 'Read the offer',
}
