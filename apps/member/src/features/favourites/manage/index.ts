// The watch list's sheets and its empty state: one download, when the first of them is needed.

export { EmptyWatch } from '../EmptyWatch.tsx'
export { EditView } from './EditView.tsx'
export { WatchSheets } from './WatchSheets.tsx'
