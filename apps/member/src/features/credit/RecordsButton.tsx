import { IconButton } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { creditTexts } from './texts/index.ts'
import { recordsPath } from './use-credit.ts'

export const RecordsButton = () => {
  const texts = creditTexts.use()
  const navigate = useNavigate()
  return (
    <IconButton name="receipt" size={1.375} label={texts.records} onPress={() => navigate(recordsPath)} />
  )
}
