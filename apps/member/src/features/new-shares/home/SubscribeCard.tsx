import { Card, Icon, Row, Section, TextLink } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { useEffect } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { offerPath } from '#shell/paths.ts'
import { newSharesTexts } from '../texts/index.ts'

const SHOWN = 3

/** The offers that can be applied for soon or now, on the home page. Nothing when there is none. */
export const SubscribeCard = ({ onKnown }: { readonly onKnown: () => void }) => {
  const texts = newSharesTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const { data, isPending } = useRead('/new-shares/offers', { view: 'open' }, { quiet: true, every: 60_000 })
  useEffect(() => {
    if (!isPending) onKnown()
    // Only the end of the wait is reported; the function is new at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPending])
  const offers = data?.offers
  if (offers === undefined || offers.length === 0) return null
  return (
    <Section
      title={texts.home.title}
      aside={
        <TextLink href="/market/subscribe">
          {texts.home.all}
          <Icon name="chevron" size={1} />
        </TextLink>
      }
    >
      <Card rows>
        {offers.slice(0, SHOWN).map((offer) => (
          <Row
            key={offer.offerId}
            icon="ticket"
            title={`${offer.name[language]} ${offer.symbol}`}
            caption={
              offer.state === 'subscribing'
                ? texts.home.closes(moment(offer.closesAt))
                : texts.opens(moment(offer.opensAt))
            }
            value={formatPrice(BigInt(offer.price))}
            href={offerPath(offer.offerId)}
          />
        ))}
      </Card>
    </Section>
  )
}
