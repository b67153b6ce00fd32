// Who runs this site, its version, and its components.

import { Card, KeyValues, Note, Row, Section, TextLink } from '@fairlot/ui'
import { Suspense, useState, type ReactNode } from 'react'
import { AnswerTimes, SupportSheet } from '#features/support'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { isSimulated, siteTitle, useSite, useSiteLoaded } from '#shell/site.ts'
import { SiteLogo } from '#shell/SiteLogo.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { version } from '#shell/version.ts'
import { LicencesSheet } from './LicencesSheet.tsx'
import { siteTexts } from './texts/index.ts'
import styles from './AboutScreen.module.css'

/** Names in site config, in the order of the operator card. */
const operatorFields = {
  name: 'operator_legal_name',
  licence: 'operator_licence',
  register: 'operator_register_url',
  complaint: 'operator_complaint_address',
  contact: 'support_contact',
} as const

export const AboutScreen = () => {
  const texts = siteTexts.use().about
  const { titles } = shellTexts.use()
  const site = useSite()
  const loaded = useSiteLoaded()
  const [sheet, setSheet] = useState<'licences' | 'contact' | null>(null)
  const title = siteTitle(site)
  const items = Object.entries(operatorFields).map(([key, name]) => ({
    key,
    label: texts.fields[key as keyof typeof operatorFields],
    value: shown(site.get(name), texts.blank),
  }))
  return (
    <RouteScreen heading={`${titles.about} ${title}`}>
      <header className={styles.head}>
        <SiteLogo size={4} />
        <h2 className={styles.name}>{title}</h2>
        <p className={styles.line}>{texts.line}</p>
        <p className={styles.version}>{texts.version(version)}</p>
      </header>
      <Section title={texts.operator} small>
        <Card pad>
          {loaded ? <KeyValues items={items} /> : null}
          {isSimulated(site) ? (
            <Note tone="warn" className={styles.practice}>
              {texts.practice}
            </Note>
          ) : null}
        </Card>
      </Section>
      <Section title={texts.more} small>
        <Card rows>
          <Row icon="help" title={titles.help} href="/user/aboutUs?view=help" />
          <Row icon="shield-check" title={titles.checks} href="/user/aboutUs?view=checks" />
          <Row icon="tasks" title={texts.rules} href="/user/aboutUs?view=rules" />
          <Row icon="ticket" title={texts.draws} href="/user/aboutUs?view=draws" />
          <Row icon="doc" title={texts.agreement} href="/user/agreement" />
          <Row icon="copy" title={texts.licences} onPress={() => setSheet('licences')} />
          <Row icon="headset" title={texts.service} onPress={() => setSheet('contact')} />
        </Card>
      </Section>
      <Suspense>
        <AnswerTimes />
      </Suspense>
      <LicencesSheet open={sheet === 'licences'} onClose={() => setSheet(null)} />
      <SupportSheet open={sheet === 'contact'} onClose={() => setSheet(null)} />
    </RouteScreen>
  )
}

const shown = (value: string | undefined, blank: string): ReactNode => {
  const text = value?.trim()
  if (!text) return blank
  return text.startsWith('https://') ? (
    <TextLink inline href={text}>
      {text.slice('https://'.length)}
    </TextLink>
  ) : (
    text
  )
}
