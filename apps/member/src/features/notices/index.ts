export { NoticeBell } from './NoticeBell.tsx'
