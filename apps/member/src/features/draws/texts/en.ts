import type { DrawsTexts } from './tw.ts'

const count = (value: number): string => value.toLocaleString('en-US')

export const texts: DrawsTexts = {
  none: 'Draws are listed here once they are announced.',
  more: 'Load more',
  kinds: { 'new-shares': 'New shares', placements: 'Placement', auctions: 'Auction tie' },
  states: {
    committed: 'Open',
    closed: 'List closed',
    released: 'Awaiting the beacon',
    decided: 'Published',
    void: 'Void',
  },
  counted: (tickets, places) =>
    places === 0
      ? `${count(tickets)} tickets, put in order`
      : `${count(tickets)} tickets, ${count(places)} drawn`,
  practice:
    'This draw uses a practice beacon: same format and same verification as the public one, but made on this machine. It cannot show that the operator did not know it before.',
  stats: { tickets: 'Applications', places: 'Drawn', rate: 'Chance' },
  mine: {
    title: (n) => (n === 1 ? 'Your ticket' : `Your ticket ${n}`),
    won: 'Drawn',
    lost: 'Not drawn this time',
    ordered: 'The order only decides between equal remainders',
    rank: (rank, tickets) => `Place ${count(rank)} of ${count(tickets)}`,
    waits: 'Received. You get a number when the list closes.',
    listed: 'In the closed list',
    number: 'Your number',
    saved: 'Receipt (save it now)',
    save: 'Save receipt',
  },
  before: {
    title: 'What we can no longer change',
    together: 'All three decide the order. Without one of them it cannot be computed.',
    locked: 'Locked',
    open: 'Still open',
    public: 'Published',
    later: 'Not yet',
    secret: {
      title: 'Our secret',
      text: 'Its fingerprint is published first. The secret follows and must match.',
      at: (moment) => `Published ${moment}`,
    },
    list: {
      title: 'The list',
      open: (tickets, moment) =>
        `${count(tickets)} so far. Sorted and fingerprinted ${moment}; any ticket more or less would show.`,
      closed: (tickets, moment) => `${count(tickets)} tickets, closed ${moment}.`,
    },
    round: {
      title: 'Public randomness',
      text: (name, round, moment) => `Round ${count(round)} of ${name}, due ${moment}.`,
      unknown: 'Several organisations sign it together. It cannot be known before, not by us either.',
      names: { quicknet: 'drand', practice: 'the practice beacon' },
    },
    failure: (first, last) =>
      `If two operators have not released the secret by ${first}, the announced fallback round counts. If not by ${last}, the draw is void and all money goes back. A late round is waited for, never replaced.`,
    save: 'Save this commitment',
  },
  voided: {
    'no-tickets': 'The list was empty at the close. This draw is void.',
    'not-released': 'The secret was not released in time. This draw is void and all money goes back.',
  },
  check: {
    title: 'Check this draw',
    standing: {
      ready: 'Not checked yet',
      running: 'Computing',
      impossible: 'Cannot be checked here; open the app over https',
      failed: 'The data could not be downloaded',
      right: 'Everything matches',
      partly: 'Matches; some signatures unchecked',
      wrong: 'Does not match',
    },
    run: 'Repeat it on my phone',
    again: 'Repeat again',
    download: 'Download the draw',
    progress: (percent) => `${percent}% done`,
    phases: {
      load: 'Downloading the list',
      list: 'Hashing the list',
      order: 'Shuffling again',
      rest: 'Checking fingerprints and signatures',
    },
    took: (tickets, seconds) =>
      `This phone shuffled ${count(tickets)} tickets and compared every place, in ${seconds} seconds.`,
    steps: {
      terms: { title: 'The terms are unchanged', caption: 'Published and signed before the first ticket' },
      secret: { title: 'The secret is unchanged', caption: 'Its fingerprint is the one announced' },
      list: { title: 'The list is unchanged', caption: 'Closed and signed; the fingerprint matches' },
      round: { title: 'The round was named before', caption: 'The secret was released before it appeared' },
      beacon: { title: 'We did not choose the randomness', caption: 'The signature of the beacon is valid' },
      practice: { title: 'The practice round is valid', caption: 'Signed, but made on this machine' },
      order: { title: 'The order can be computed', caption: 'Shuffled again from the above, same order' },
      ticket: { title: 'Your number is in the list', caption: 'From your application and receipt' },
    },
    wrong:
      'This differs from what was published. Download the draw and take the file to the complaint address on the About page.',
    spread: (places) => `Where the ${count(places)} drawn numbers are`,
    spreadNote: 'Drawn per part of the list; the dashed line is the average',
    order: 'Place',
    yours: 'Your number',
  },
  self: {
    title: 'Check it yourself',
    text: 'You need none of our programs: download the draw and run verify-draw from the source code on any computer with Python or Node.',
    commands: 'Commands',
    lines: 'python3 verify-draw.py FILE\nnode verify-draw.mjs FILE',
  },
  limits: {
    title: 'What a draw cannot prove',
    items: [
      'That no applicant was kept off the list: save your receipt and look up your number after the close.',
      'That everyone on the list was entitled: it has ids only; two operators check entitlement.',
      'That everyone sees the same list: compare its fingerprint with others.',
    ],
  },
  hash: { copy: 'Copy', copied: 'Copied', failed: 'Cannot copy' },
  root: 'Fingerprint of the list',
  commitment: 'Fingerprint of the secret',
  ticketId: 'Your application id (salted, known only to you)',
}
