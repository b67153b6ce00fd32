import type { DrawsTexts } from './tw.ts'

const count = (value: number): string => value.toLocaleString('en-US')

export const texts: DrawsTexts = {
  label: 'Draws',
  empty: 'No draws yet. They appear here when new shares, placements or auctions are announced.',
  columns: {
    title: 'Name',
    kind: 'Kind',
    state: 'State',
    tickets: 'Tickets',
    places: 'Drawn',
    close: 'Close',
    round: 'Round',
  },
  kinds: { 'new-shares': 'New shares', placements: 'Placement', auctions: 'Auction tie' },
  states: {
    committed: 'Open',
    closed: 'Needs two to release',
    released: 'Awaiting the beacon',
    decided: 'Published',
    void: 'Void',
  },
  close: 'Close',
  lead: 'Two people release the secret before the round appears. The result is not known then, and everything after is automatic: it cannot be seen first and decided later.',
  done: 'No operator can choose, skip, repeat or withdraw a result.',
  practice: 'Practice beacon',
  steps: {
    title: 'Five steps',
    commit: { title: 'Commit the secret', text: 'Only its fingerprint is public' },
    list: {
      title: 'Close the list',
      open: (tickets) => `${count(tickets)} tickets so far`,
      closed: (tickets) => `${count(tickets)} tickets, sorted and fingerprinted`,
    },
    release: {
      title: 'Two people release',
      by: (moment) => `By ${moment}, else the fallback round`,
      late: (moment) => `Fallback round now; by ${moment}, else void`,
      did: (names) => names,
    },
    round: { title: 'Fetch the round', text: (name, round) => `Round ${count(round)} of ${name}` },
    order: {
      title: 'Shuffle and publish',
      text: (places) =>
        places === 0
          ? 'The whole order; it decides between equal remainders'
          : `The whole order; the first ${count(places)} win`,
    },
  },
  beacon: { quicknet: 'drand', practice: 'the practice beacon' },
  parts: {
    title: 'Where the seed comes from',
    aside: 'Joined and hashed with SHA-256',
    terms: 'Terms',
    secret: 'Secret',
    sealed: 'Not public yet, fingerprint',
    root: 'List',
    notYet: 'Not yet',
    randomness: 'Randomness',
    seed: 'Seed',
  },
  result: {
    title: 'Result',
    rank: 'Place',
    ticket: 'Ticket',
    won: 'Drawn',
    lost: 'Not drawn',
    spread: 'Drawn tickets per part of the list',
    file: 'Members repeat it on their phone under About, Draws, and download it there.',
  },
  failure: {
    title: 'If something fails',
    aside: (moment) => `Published ${moment}`,
    first: (moment) => `Not released by ${moment}`,
    firstThen: (round) => `Fallback round ${count(round)}`,
    last: (moment) => `Not released by ${moment}`,
    lastThen: 'Void, all money back, reason published',
    late: 'The round is late',
    lateThen: 'The same round is waited for',
  },
  voided: {
    'no-tickets': 'The list was empty at the close. The draw is void.',
    'not-released': 'It was not released in time. The draw is void and all money goes back.',
  },
  release: {
    open: 'Propose release',
    title: 'Propose to release the secret',
    text: 'Your proposal is the first vote. When a second person approves, the secret is published and the draw runs by itself when the round appears.',
    why: 'Reason',
    whyHelp: 'What you have checked, such as the fingerprint and size of the list.',
    required: 'Required',
  },
}
