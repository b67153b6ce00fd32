// One page of the help. The figures in its sentences are the values of the rules in force, read from the server.

import { useLanguage } from '@fairlot/app-shell/language'
import { ruleText, ruleUnitsEn, ruleUnitsTw } from '@fairlot/rules/site'
import { Card, Empty, IconButton, Note, Row, Section, Timeline, useToast } from '@fairlot/ui'
import { useState } from 'react'
import { SupportSheet } from '#features/support'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { fillRules, rulesOf, sentencesOf, type HelpBody } from './body.ts'
import { chapterOf, isHelpPage, leads, type HelpPage } from './chapters.ts'
import { helpPath } from './paths.ts'
import { helpTexts } from './texts/index.ts'
import { useBody } from './use-body.ts'
import styles from './Help.module.css'

/** Characters or words read in a minute. */
const READ_PER_MINUTE = { tw: 300, en: 200 }

type ValueOf = (rule: string) => string

export const HelpPageView = ({ name }: { readonly name: string }) => {
  const texts = helpTexts.use()
  const { nothing } = shellTexts.use()
  const toast = useToast()
  const page = isHelpPage(name) ? name : undefined
  const share = async () => {
    const url = window.location.href
    try {
      if (typeof navigator.share === 'function')
        await navigator.share({ title: page === undefined ? '' : texts.pages[page], url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ text: texts.copied, tone: 'done' })
      }
    } catch {
      // The member closed the system's sheet.
    }
  }
  if (page === undefined)
    return (
      <RouteScreen>
        <Empty nothing={nothing} text={texts.unknown} icon="search" />
        <Card rows>
          <Row icon="help" title={texts.all} href={helpPath()} />
        </Card>
      </RouteScreen>
    )
  return (
    <RouteScreen
      trailing={<IconButton name="share" size={1.5} label={texts.share} onPress={() => void share()} />}
    >
      <Page key={page} page={page} />
    </RouteScreen>
  )
}

const Page = ({ page }: { readonly page: HelpPage }) => {
  const texts = helpTexts.use()
  const chapter = chapterOf(page)
  const body = useBody(chapter, page)
  const language = useLanguage()
  const read = useRead('/site/rules', {}, { staleTime: 60_000, quiet: true })
  const units = language === 'tw' ? ruleUnitsTw : ruleUnitsEn
  const valueOf: ValueOf = (id) => {
    const rule = read.data?.rules.find((one) => one.rule === id)
    return rule === undefined ? '—' : ruleText(rule.value, rule.unit, units)
  }
  const rules = rulesOf(texts.leads[page], body)
  const all = sentencesOf(body).join(' ')
  const length = language === 'tw' ? all.length : all.split(/\s+/).length
  return (
    <article>
      <p className={styles.facts}>
        {texts.chapters[chapter]} ·{' '}
        {texts.minutes(Math.max(1, Math.round(length / READ_PER_MINUTE[language])))}
      </p>
      <h2 className={styles.title}>{texts.pages[page]}</h2>
      <p className={styles.lead}>{fillRules(texts.leads[page], valueOf)}</p>
      <Body body={body} valueOf={valueOf} />
      {rules.length === 0 ? null : (
        <Section title={texts.rules} small>
          {read.isError && read.data === undefined ? <Note tone="warn">{texts.noRules}</Note> : null}
          <Card as="ul" rows>
            {rules.map((rule) => (
              <li key={rule}>
                <Row
                  title={<span className={styles.rule}>{rule}</span>}
                  value={valueOf(rule)}
                  href={`/user/aboutUs?view=rules&rule=${encodeURIComponent(rule)}`}
                />
              </li>
            ))}
          </Card>
        </Section>
      )}
      <Next page={page} />
    </article>
  )
}

const Body = ({ body, valueOf }: { readonly body: HelpBody; readonly valueOf: ValueOf }) => {
  const texts = helpTexts.use()
  const { table, steps, parts } = body
  const filled = (text: string) => fillRules(text, valueOf)
  return (
    <>
      {table === undefined ? null : (
        <Card className={styles.table}>
          <table aria-label={texts.compared}>
            <thead>
              <tr>
                <td />
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([label, one, other]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{filled(one)}</td>
                  <td className={styles.second}>{filled(other)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {steps === undefined ? null : (
        <Section title={texts.steps} small>
          <Timeline
            steps={steps.map(({ title, text }) => ({
              key: title,
              state: 'done',
              title: filled(title),
              caption: filled(text),
            }))}
          />
        </Section>
      )}
      {parts.map(({ title, text }) => (
        <section key={title} className={styles.part}>
          <h3>{title}</h3>
          <p>{filled(text)}</p>
        </section>
      ))}
    </>
  )
}

/** The screen that the page explains, what to read next, and people to ask. */
const Next = ({ page }: { readonly page: HelpPage }) => {
  const texts = helpTexts.use()
  const { titles } = shellTexts.use()
  const [asking, setAsking] = useState(false)
  const { screen, next } = leads[page]
  const [path, title] = screen
  return (
    <>
      <Section title={texts.next} small>
        <Card rows>
          <Row title={texts.open(titles[title])} href={path} />
          {next.map((other) => (
            <Row key={other} title={texts.pages[other]} href={helpPath(other)} />
          ))}
          <Row title={texts.all} href={helpPath()} />
          <Row icon="headset" title={texts.ask} onPress={() => setAsking(true)} />
        </Card>
      </Section>
      <SupportSheet open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
