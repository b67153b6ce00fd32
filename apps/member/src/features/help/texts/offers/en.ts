import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'offers'> = {
  'new-shares': {
    steps: [
      {
        title: 'Apply',
        text: 'Within the window, {sub.maxPerMember} application per person and offer, {sub.minShares} shares each. The price and a fee of {sub.fee} are held.',
      },
      {
        title: 'Draw',
        text: 'After the close a draw that anyone can repeat decides, and the result is public.',
      },
      {
        title: 'Pay',
        text: 'If you win, pay from the held money by one tap, or it is taken at the deadline. Otherwise the price is released at once.',
      },
      { title: 'Delivery', text: 'The shares arrive on the listing day and can be sold on that day.' },
    ],
    parts: [
      {
        title: 'Who can apply',
        text: 'Members with a verified identity. Every application has the same chance.',
      },
      {
        title: 'Is the fee returned?',
        text: 'In full if you cancel before the close, do not qualify, or the draw is void. Not once the draw has decided, won or not.',
      },
      {
        title: 'Offers that are paid after winning',
        text: 'Some hold only the fee. If a winner does not pay in time, the next one moves up and has {sub.moveUpHours} to pay.',
      },
    ],
  },
  auctions: {
    steps: [
      {
        title: 'Enter price, lots and a ceiling',
        text: 'The ceiling is a multiple of {auction.ceilingStep}. The platform sees the ceiling and not your price.',
      },
      {
        title: 'Send it sealed',
        text: '{auction.deposit} of the ceiling is held as a deposit, and a fee of {auction.bidFee} is charged.',
      },
      {
        title: 'Opening',
        text: 'When the public randomness appears, all bids open at once and the whole book is public.',
      },
      { title: 'Pay', text: 'Winners pay the rest of their own price by the deadline.' },
    ],
    parts: [
      {
        title: 'Limits',
        text: 'One person gets at most {auction.maxShare} of the auction and may send {auction.maxBids} bids.',
      },
      {
        title: 'Can I change a bid?',
        text: 'Cancel it and send another. The fee is kept and the new bid pays again. If the auction is void, all is returned.',
      },
      {
        title: 'If a winner does not pay',
        text: 'The deposit of what they won is forfeited, and those lots are not given again.',
      },
      { title: 'Equal prices', text: 'A draw decides, and it can be repeated.' },
    ],
  },
  placements: {
    parts: [
      {
        title: 'When you apply',
        text: 'Price times shares is held, without a fee. Until the close you can cancel, and all of it is released.',
      },
      {
        title: 'Pro rata',
        text: 'Each application gets the whole lots of its share. What is left goes to the largest remainders, one lot each; a draw decides between equal ones. If no more is applied for than offered, everyone gets everything.',
      },
      {
        title: 'By lot',
        text: 'Everyone applies for the same number of lots. The drawn order gets all of it until none is left.',
      },
      {
        title: 'How to check',
        text: 'The result lists lots, share and remainder of every application, and your phone computes the whole table again.',
      },
    ],
  },
  'block-trades': {
    steps: [
      {
        title: 'Choose a block of today',
        text: 'See the price, the premium or discount, and the lots left.',
      },
      {
        title: 'Enter lots and password',
        text: 'The seller gives you the password. Repeated wrong ones lock for a day.',
      },
      {
        title: 'Wait for the review',
        text: 'Two operators decide. Until then you can cancel, and all held money is released.',
      },
    ],
    parts: [
      {
        title: 'Least and most',
        text: 'At least {block.minLots}, or a value of {block.minAmount}; at most {block.maxLots} at once and {block.perDayCount} applications a day.',
      },
      { title: 'Price', text: 'Within {block.premiumRange} of the reference, and inside the day’s limits.' },
      {
        title: 'After approval',
        text: 'It settles on T+2 as other trades do. No loan, no short, no day trade.',
      },
    ],
  },
}
