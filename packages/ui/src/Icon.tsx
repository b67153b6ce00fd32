import type { CSSProperties } from 'react'
import { type IconName, icons } from './icons.ts'

interface IconProps {
  readonly name: IconName
  /** In rem, so that icons grow with the text. */
  readonly size?: number | undefined
  readonly weight?: number | undefined
  readonly filled?: boolean | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

/** Always decorative: the text is beside it or in the control's label. */
export function Icon({ name, size = 1.375, weight = 1.6, filled = false, className, style }: IconProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ width: `${size}rem`, height: `${size}rem`, ...style }}
    >
      <path d={icons[name]} />
    </svg>
  )
}
