import type { NoticePreviewTexts } from './tw.ts'

export const texts: NoticePreviewTexts = {
  preview: 'Member preview',
  languages: { label: 'Preview language', tw: '中文', en: 'English' },
}
