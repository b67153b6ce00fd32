import type { NativeTexts } from './tw.ts'

export const texts: NativeTexts = {
  locked: {
    title: 'Locked',
    text: 'Unlock with your face or fingerprint to continue with this account.',
    refused: 'Not unlocked. Try again, or log in with your password.',
    lost: 'The face or fingerprint settings of this phone have changed. Log in with your password.',
    open: 'Unlock',
    password: 'Log in with password',
  },
  prompt: 'Unlock your account',
  cancel: 'Cancel',
}
