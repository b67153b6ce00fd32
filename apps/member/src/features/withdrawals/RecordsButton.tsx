import { IconButton } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { withdrawalsTexts } from './texts/index.ts'

export const RecordsButton = () => {
  const texts = withdrawalsTexts.use()
  const navigate = useNavigate()
  return (
    <IconButton
      name="history"
      size={1.375}
      label={texts.records}
      onPress={() => navigate('/user/FundingDetails?tab=withdrawal')}
    />
  )
}
