export const texts = {
  preview: '你選的圖片',
  sending: (percent: number) => `上傳中 ${percent}%`,
  sent: (size: string) => `已上傳，${size}`,
  notSent: '沒有上傳成功',
  retry: '重試',
  other: '換一張',
  cut: '網路中斷，圖片沒有上傳。重試就會接著送同一張。',
  notPicture: '這不是圖片。請選 JPEG、PNG 或 WebP。',
  tooLarge: '圖片超過 5 MB。請拍一張小一點的。',
}

export type UploadsTexts = typeof texts
