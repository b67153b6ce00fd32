export { CopyTabs } from './CopyTabs.tsx'
