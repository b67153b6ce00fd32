import type { UploadsTexts } from './tw.ts'

export const texts: UploadsTexts = {
  preview: 'The picture you chose',
  sending: (percent) => `Uploading ${percent}%`,
  sent: (size) => `Uploaded, ${size}`,
  notSent: 'Not uploaded',
  retry: 'Retry',
  other: 'Change',
  cut: 'The line was cut and the picture was not uploaded. Retry sends the same one.',
  notPicture: 'That is not a picture. Please choose a JPEG, PNG or WebP.',
  tooLarge: 'The picture is over 5 MB. Please take a smaller one.',
}
