import { Checkbox, Field, Note, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call, sendPicture } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { pictureUrl } from './picture-url.ts'
import type { Setting } from './rows.ts'
import { rulesTexts } from './texts/index.ts'
import styles from './Rules.module.css'

interface ProposeSettingPopupProps {
  readonly setting: Setting
  readonly onClose: () => void
}

export function ProposeSettingPopup({ setting: { name, value }, onClose }: ProposeSettingPopupProps) {
  const texts = rulesTexts.use()
  const { form } = texts
  const isLogo = name === 'logo'
  const typed = useForm({ fields: { value: { initial: value, rules: [] }, why: required(form.required) } })
  const [image, setImage] = useState<string>()
  const [isRemoved, setRemoved] = useState(false)
  const [failure, setFailure] = useState<string>()
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setFailure(undefined)
    const answer = await sendPicture('/site/cleanLogo', file)
    if (!answer.ok) return setFailure(await failureText(answer))
    setRemoved(false)
    setImage(answer.data.image)
  }
  const send = () => {
    if (!typed.validate()) return undefined
    if (isLogo && image === undefined && !isRemoved) {
      setFailure(form.required)
      return undefined
    }
    return call('/site/proposeConfig', {
      name,
      value: isLogo ? '' : typed.values.value.trim(),
      ...(isLogo && image !== undefined && !isRemoved ? { image } : {}),
      why: typed.values.why.trim(),
    })
  }
  return (
    <ProposalPopup
      title={form.title(texts.settings[name] ?? name)}
      kind="site-config"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/site/siteConfig')}
    >
      {isLogo ? (
        <>
          <label className={styles.day}>
            <span>{form.picture}</span>
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => void take(event.target.files?.[0])}
            />
            <small>{form.pictureHelp}</small>
          </label>
          {image === undefined || isRemoved ? null : (
            <img className={styles.logo} src={pictureUrl(image)} alt={form.pictureNew} />
          )}
          {value === '' ? null : (
            <Checkbox checked={isRemoved} onChange={setRemoved}>
              {form.remove}
            </Checkbox>
          )}
          {failure === undefined ? null : (
            <Note tone="crit" role="alert">
              {failure}
            </Note>
          )}
        </>
      ) : (
        <Field {...typed.bind('value')} label={form.value} help={texts.settingHelp[name]} />
      )}
      <Field {...typed.bind('why')} label={form.why} help={form.whyHelp} multiline required />
    </ProposalPopup>
  )
}
