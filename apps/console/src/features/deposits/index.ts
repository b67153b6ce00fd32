export { DepositTabs } from './DepositTabs.tsx'
export { depositsTexts } from './requests/texts/index.ts'
