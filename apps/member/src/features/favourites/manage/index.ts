export { EditView } from './EditView.tsx'
export { WatchSheets } from './WatchSheets.tsx'
