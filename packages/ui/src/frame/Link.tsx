import {
  type AriaAttributes,
  type ComponentType,
  type MouseEventHandler,
  type ReactNode,
  createContext,
  use,
} from 'react'

export interface LinkProps extends AriaAttributes {
  readonly href: string
  readonly className?: string | undefined
  readonly children?: ReactNode
  readonly onClick?: MouseEventHandler<HTMLAnchorElement> | undefined
}

const PlainLink = (props: LinkProps) => <a {...props} />

const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

/** Gives every link of the kit the application's router, so that the kit depends on none. */
export function LinkProvider({
  component,
  children,
}: {
  readonly component: ComponentType<LinkProps>
  readonly children: ReactNode
}) {
  return <LinkContext value={component}>{children}</LinkContext>
}

export function Link(props: LinkProps) {
  const Component = use(LinkContext)
  return <Component {...props} />
}
