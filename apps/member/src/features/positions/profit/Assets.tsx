import { Card, Section } from '@fairlot/ui'
import { type Account, figuresTexts, HowButton, Terms } from '#features/figures'
import { Allocation } from './Allocation.tsx'

/** Where the money is: the terms of the total, then what it consists of. */
export const Assets = ({ account }: { readonly account: Account }) => {
  const { terms } = figuresTexts.use()
  return (
    <>
      <Section title={terms} small aside={<HowButton name="total" account={account} />}>
        <Card pad>
          <Terms account={account} wide />
        </Card>
      </Section>
      <Allocation account={account} />
    </>
  )
}
