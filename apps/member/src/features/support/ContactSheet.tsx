// Other ways to reach the operator, from site config; for guests the only ones.

import { KeyValues, Note, Sheet, TextLink } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './ContactSheet.module.css'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

/** An e-mail address or a phone number becomes a link; anything else is shown unchanged. */
const contactLink = (value: string): ReactNode => {
  const href = /^[^\s@]+@[^\s@]+$/.test(value)
    ? `mailto:${value}`
    : /^[+\d][\d\s()-]{5,}$/.test(value)
      ? `tel:${value.replaceAll(/[^\d+]/g, '')}`
      : value.startsWith('https://')
        ? value
        : undefined
  return href === undefined ? (
    value
  ) : (
    <TextLink inline href={href}>
      {value}
    </TextLink>
  )
}

export const ContactSheet = ({ open, onClose }: Props) => {
  const site = useSite()
  const { service, close } = shellTexts.use()
  const items: { key: string; label: string; value: ReactNode }[] = []
  const add = (key: string, label: string, show?: (value: string) => ReactNode) => {
    const value = site.get(key)?.trim()
    if (value) items.push({ key, label, value: show?.(value) ?? value })
  }
  add('support_contact', service.contact, contactLink)
  add('operator_legal_name', service.operator)
  add('operator_complaint_address', service.complaint)
  return (
    <Sheet open={open} onClose={onClose} title={service.title} closeLabel={close}>
      <div className={styles.body}>
        {items.length === 0 ? <p>{service.none}</p> : <KeyValues items={items} />}
        <Note icon="lock">{service.text}</Note>
      </div>
    </Sheet>
  )
}
