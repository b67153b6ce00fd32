import type { UploadsTexts } from './tw.ts'

export const texts: UploadsTexts = {
  preview: 'Selected picture',
  sending: (percent) => `Uploading ${percent}%`,
  sent: (size) => `Uploaded, ${size}`,
  notSent: 'Upload failed',
  retry: 'Retry',
  other: 'Change',
  cut: 'The connection was lost and the picture was not uploaded. Retry to send it again.',
  notPicture: 'This file is not a picture. Please choose a JPEG, PNG or WebP.',
  tooLarge: 'The picture is larger than 5 MB. Please use a smaller one.',
}
