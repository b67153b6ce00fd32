export { PicturePicker } from './PicturePicker.tsx'
export { sendPicture } from './send-picture.ts'
