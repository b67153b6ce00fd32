interface LogoProps {
  /** `tile` is the app's mark; `bars` is for a dark background and takes the text colour. */
  readonly kind?: 'tile' | 'bars' | undefined
  /** In rem. */
  readonly size?: number | undefined
  readonly label?: string | undefined
}

/** Four lots, one of them drawn by lottery. */
export function Logo({ kind = 'tile', size = 1.75, label }: LogoProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const style = { width: `${size}rem`, height: `${size}rem` }
  if (kind === 'bars')
    return (
      <svg viewBox="0 0 32 32" style={style} {...named}>
        <g stroke="currentColor" strokeWidth="2.8" strokeLinecap="round">
          <path d="M6 13.5v11M12.7 13.5v11M26 13.5v11" strokeOpacity=".5" />
          <path d="M19.3 6v11" />
        </g>
      </svg>
    )
  return (
    <svg viewBox="0 0 32 32" style={style} {...named}>
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <g stroke="#fff" strokeWidth="3" strokeLinecap="round">
        <path d="M7.25 13.5V24M13.08 13.5V24M24.75 13.5V24" strokeOpacity=".5" />
        <path d="M18.92 7.5V18" />
      </g>
    </svg>
  )
}
