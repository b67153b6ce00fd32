// The three onboarding drawings: lots, a book, a balance. All are made of bars, like every drawing of the product.

import styles from './Start.module.css'

const DEEP = '#1B1856'
const BAR = '#322E8C'
const BAR_LOW = '#29267A'
const BAR_HIGH = '#4640B4'
const FIGURE = '#A9A7E6'
const HAIR = '#5F5BC9'

const frame = {
  className: styles.art,
  viewBox: '0 0 375 408',
  preserveAspectRatio: 'xMidYMax slice',
} as const

const lots = Array.from({ length: 16 }, (_, at) => ({
  x: -6 + at * 25,
  number: `00${406 + at}`,
  drawn: at === 11,
}))

/** Numbered lots in a row, one of them drawn by lottery. */
export const DrawArt = () => (
  <svg {...frame}>
    {lots.map(({ x, number, drawn }) => (
      <g key={number}>
        <rect x={x} y="252" width="17" height="170" rx="8.5" fill={drawn ? '#110F3A' : BAR} />
        {drawn ? <rect x={x} y="150" width="17" height="196" rx="8.5" fill="#fff" /> : null}
        <text
          transform={`translate(${x + 5} ${drawn ? 166 : 268}) rotate(90)`}
          fill={drawn ? DEEP : FIGURE}
          fontSize="10"
          fontWeight={drawn ? 650 : 500}
          letterSpacing=".06em"
        >
          {number}
        </text>
      </g>
    ))}
  </svg>
)

const levels = [
  [206.8, '210.00'],
  [108.2, '209.50'],
  [196.6, '209.00'],
  [172.8, '208.50'],
  [234, '208.00'],
  [220.4, '207.50'],
  [183, '207.00'],
  [138.8, '206.50'],
  [210.2, '206.00'],
  [81, '205.50'],
] as const
const FILLED = 4

/** A book on its side: asks above, bids below, the filled level in white. */
export const FillArt = () => (
  <svg {...frame}>
    {levels.map(([x, price], at) => (
      <g key={price}>
        <rect
          x={x}
          y={178 + at * 24}
          width={387 - x}
          height="17"
          rx="8.5"
          fill={at === FILLED ? '#fff' : at < FILLED ? BAR : BAR_LOW}
        />
        <text
          x="363"
          y={190.4 + at * 24}
          textAnchor="end"
          fill={at === FILLED ? DEEP : FIGURE}
          fontSize="10.5"
          fontWeight={at === FILLED ? 650 : 500}
        >
          {price}
        </text>
      </g>
    ))}
  </svg>
)

/** The balance after each ledger line; the first is the base line. */
const balances = [360, 277.4, 248.2, 267.1, 217.2, 251.6, 229.3, 284.3, 246.5, 262, 236.2, 280.9, 249.9]

/** Ledger lines up and down, adding up to one balance. */
export const BalanceArt = () => (
  <svg {...frame}>
    {balances.slice(1).map((to, at) => {
      const from = balances[at] ?? to
      const x = 14 + at * 23
      const last = at === balances.length - 2
      return (
        <g key={x}>
          <rect
            x={x}
            y={Math.min(from, to)}
            width="15"
            height={Math.abs(from - to)}
            rx="4"
            fill={to < from ? BAR_HIGH : BAR_LOW}
          />
          <path
            d={`M${x + 15} ${to}h${last ? 14 : 8}`}
            stroke={last ? '#fff' : HAIR}
            strokeDasharray={last ? '2 3' : undefined}
          />
        </g>
      )
    })}
    <rect x="296" y="249.9" width="46" height="170.1" rx="8" fill="#fff" />
    <path d="M0 360h290" stroke={BAR_HIGH} />
  </svg>
)
