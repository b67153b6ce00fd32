import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'start'> = {
  'practice-market': {
    parts: [
      {
        title: 'What is simulated',
        text: 'On a screen marked “Simulated”, prices come from the practice market: matching, costs and rules are real, the quotes come from simulated seats. On a screen marked “Paper money”, the balance is no real money and cannot become real money.',
      },
      {
        title: 'Where paper money comes from',
        text: 'Each member gets {practice.grant} when they register, enough to buy a lot. Every later change is a result of your own trading and is in the fund record.',
      },
      {
        title: 'Why the mark cannot be closed',
        text: 'Everyone who sees a price or a balance must know whether it is real, so the mark stays at the top of the screen.',
      },
    ],
  },
  'first-order': {
    steps: [
      { title: 'Search for a stock', text: 'Type its code or name and open its page.' },
      {
        title: 'Tap “Long”',
        text: 'The ticket starts at the current price. You can also tap a price of the best five.',
      },
      {
        title: 'Enter price and lots',
        text: 'A lot is a thousand shares. For less than a lot, switch to odd lots.',
      },
      {
        title: 'Read the total',
        text: 'Fee, the amount held and what is available afterwards are all there.',
      },
      {
        title: 'Send it',
        text: 'Pending orders are under Positions, where you can follow, change or cancel them.',
      },
    ],
    parts: [
      {
        title: 'What is refused',
        text: 'An opening order must reach {order.minAmount} and has at most {order.maxLots}. If a limit is {guard.farPrice} or more from the last price against you, or the order uses {guard.equityShare} of your equity, you are asked once more.',
      },
      {
        title: 'Do two taps buy twice?',
        text: 'No. The phone numbers every order. Sending the same one again returns the first answer.',
      },
    ],
  },
  identity: {
    steps: [
      {
        title: 'Enter name, document number and birthday',
        text: 'A national ID, a resident certificate or a passport.',
      },
      { title: 'Photograph the document', text: 'One side of a passport, both sides of the others.' },
      {
        title: 'Wait for the review',
        text: 'Two operators must both approve. A notice brings you the result.',
      },
    ],
    parts: [
      {
        title: 'How old must I be?',
        text: 'At least {identity.age.min}. One document number verifies one account.',
      },
      {
        title: 'If it is returned',
        text: 'It says which field is wrong, and you send only those again. Until it is decided you can cancel it; the pictures are deleted.',
      },
      {
        title: 'Who has seen my data',
        text: 'An operator who opens your document or a field gives a purpose. Each time is listed at the end of the identity page.',
      },
    ],
  },
  'protect-account': {
    steps: [
      {
        title: 'Turn on two-step verification',
        text: 'Scan the code with an authenticator. Signing in then needs its code as well.',
      },
      {
        title: 'Keep the recovery codes',
        text: 'There are {recoveryCodes.count}, each for one use, for a lost phone.',
      },
      {
        title: 'Add a passkey',
        text: 'Sign in by fingerprint, face or device code. A false site cannot use it.',
      },
      {
        title: 'Set a fund password',
        text: 'For withdrawals, subscriptions and bank accounts, apart from the login password.',
      },
    ],
    parts: [
      {
        title: 'After too many failures',
        text: 'The login locks for {login.lock.minutes} after {login.lock.failures} wrong passwords, the fund password for {fundPwd.lock.hours} after {fundPwd.lock.failures}.',
      },
      {
        title: 'After a change',
        text: 'For {withdraw.cooldown} after a change of password, verification or device nothing can be withdrawn. A thief who changes your password gets no money.',
      },
      {
        title: 'Devices',
        text: 'At most {session.max} at a time; one that is idle for {session.idle.minutes} is signed out. You can end each of them under Account security.',
      },
    ],
  },
  'forgotten-password': {
    steps: [
      { title: 'Tap “Forgotten password” on the login page', text: 'Enter your account.' },
      { title: 'Choose a way', text: 'A passkey, a code of the authenticator, or a recovery code.' },
      { title: 'Set a new password', text: '{login.password.min} or more, with letters and digits.' },
    ],
    parts: [
      {
        title: 'If you have none of the three',
        text: 'Ask for a review of your identity. After two operators approve, you can set a password within {recovery.review.days}.',
      },
      {
        title: 'After the new password',
        text: 'Nothing can be withdrawn for {withdraw.coolDownAfterCredentialChange.hours}, and other devices are signed out. Positions and orders are unaffected.',
      },
    ],
  },
}
