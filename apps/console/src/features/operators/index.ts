// What other features of the console may use of this one.

export { PersonalPopup } from './queue/PersonalPopup.tsx'
