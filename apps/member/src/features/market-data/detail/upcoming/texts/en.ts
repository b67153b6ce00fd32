import type { UpcomingTexts } from './tw.ts'

export const texts: UpcomingTexts = {
  title: 'Not listed yet',
  text: (day) =>
    `This stock will be listed on ${day}. It has no price until then. You can read its offer now.`,
  action: 'Read the offer',
}
