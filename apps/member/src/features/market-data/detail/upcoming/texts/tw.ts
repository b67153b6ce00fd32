export const texts = {
  title: '尚未上市',
  text: (day: string) => `這檔股票預定 ${day} 上市，上市後才有行情。現在可以看它的發行條件。`,
  action: '看發行條件',
}

export type UpcomingTexts = typeof texts
