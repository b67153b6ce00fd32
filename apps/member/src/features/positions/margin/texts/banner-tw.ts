export const texts = {
  title: (ratio: string) => `追繳通知：維持率 ${ratio}`,
  text: (amount: string, deadline: string) => `應補繳 ${amount}，期限 ${deadline}。`,
  more: '查看處理方式',
}

export type BannerTexts = typeof texts
