export { dropFile, takeUpload, type TakenFile, type UploadPurpose } from './take-upload.ts'
export { type FileBytes, readFileOf } from './read-file.ts'
export { uploadsHandlers, type UploadsDeps } from './routes.member.ts'
export { sweepFiles, uploadsLoops } from './jobs.ts'
