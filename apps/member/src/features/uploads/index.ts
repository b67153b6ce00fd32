export { PicturePicker } from './PicturePicker.tsx'
export { useUpload } from './use-upload.ts'
