import type { NativeTexts } from './tw.ts'

export const texts: NativeTexts = {
  locked: {
    title: 'Fairlot is locked',
    text: (account) => `Unlock with your face or fingerprint to continue with account ${account}.`,
    refused: 'Not unlocked. Try again, or log in with your password.',
    lost: 'The face or fingerprint settings of this phone have changed. Log in with your password.',
    open: 'Unlock',
    password: 'Log in with password',
  },
  prompt: 'Unlock Fairlot',
  cancel: 'Cancel',
}
