export const texts = {
  preview: '已選擇的圖片',
  sending: (percent: number) => `上傳中 ${percent}%`,
  sent: (size: string) => `已上傳，${size}`,
  notSent: '上傳失敗',
  retry: '重試',
  other: '換一張',
  cut: '網路中斷，圖片未上傳。按重試繼續上傳同一張。',
  notPicture: '檔案不是圖片。請選擇 JPEG、PNG 或 WebP。',
  tooLarge: '圖片超過 5 MB，請改用較小的圖片。',
}

export type UploadsTexts = typeof texts
