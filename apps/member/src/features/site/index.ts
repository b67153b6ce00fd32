export { ContactSheet } from './ContactSheet.tsx'
