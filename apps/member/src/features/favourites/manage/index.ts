// What the watch list opens, and what it shows while it is empty: one download, when the first of them is needed.

export { EmptyWatch } from '../EmptyWatch.tsx'
export { EditView } from './EditView.tsx'
export { WatchSheets } from './WatchSheets.tsx'
