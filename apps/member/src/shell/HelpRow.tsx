import { Card, Row, Section } from '@fairlot/ui'
import { shellTexts } from './texts/index.ts'

/** At the end of a screen: the page of the help that explains it. `features/help` has their names. */
export const HelpRow = ({ page }: { readonly page: string }) => {
  const { help, titles } = shellTexts.use()
  return (
    <Section title={titles.help} small>
      <Card rows>
        <Row icon="help" title={help} href={`/user/aboutUs?view=help&page=${page}`} />
      </Card>
    </Section>
  )
}
