export const texts = {
  title: (ratio: string) => `補繳通知：維持率 ${ratio}`,
  text: (amount: string, deadline: string) => `要補 ${amount}，期限 ${deadline}。`,
  more: '看怎麼處理',
}

export type BannerTexts = typeof texts
