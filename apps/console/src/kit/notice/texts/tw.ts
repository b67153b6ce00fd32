export const texts = {
  preview: '會員畫面預覽',
  languages: { label: '預覽語言', tw: '中文', en: 'English' },
}

export type NoticePreviewTexts = typeof texts
