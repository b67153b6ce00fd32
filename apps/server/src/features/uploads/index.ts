export { dropFile, takeUpload, type TakenFile, type UploadPurpose } from './take-upload.ts'
export { type FileBytes, readFileOf } from './read-file.ts'
export { sweepFiles } from './jobs.ts'
export { uploadsConsoleHandlers } from './routes.console.ts'
