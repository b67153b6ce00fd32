import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { pictureUrl } from './picture-url.ts'
import { ProposeSettingPopup } from './ProposeSettingPopup.tsx'
import { dayText, type Setting, settingText } from './rows.ts'
import { rulesTexts } from './texts/index.ts'
import styles from './Rules.module.css'

interface SettingPaneProps {
  readonly setting: Setting
  readonly site: ConsoleDataOf<'/site/siteConfig'>
}

export function SettingPane({ setting, site }: SettingPaneProps) {
  const texts = rulesTexts.use()
  const me = useMe()
  const language = useLanguage()
  const [isProposing, setProposing] = useState(false)
  const { name, value, proposal } = setting
  const isLogo = name === 'logo'
  const shown = (text: string) => (name === 'menu' ? text : settingText(name, text, texts))
  const canPropose = mayDo(me, 'propose-rules')
  return (
    <>
      <DetailHead
        meta={<span className="mono">{`site.${name}`}</span>}
        title={texts.settings[name] ?? name}
        sub={texts.settingHelp[name]}
      />
      <div className={styles.boxes}>
        <div className={styles.box}>
          <span>{texts.setting.now}</span>
          {isLogo && site.logo !== null ? (
            <img className={styles.logo} src={pictureUrl(site.logo)} alt={texts.form.pictureNow} />
          ) : (
            <b className={styles.long}>{shown(value)}</b>
          )}
        </div>
        {proposal === null ? null : (
          <div className={styles.next}>
            <span>{texts.setting.proposed}</span>
            {isLogo && site.proposedLogo !== null ? (
              <img className={styles.logo} src={pictureUrl(site.proposedLogo)} alt={texts.form.pictureNew} />
            ) : (
              <b className={styles.long}>{shown(proposal.value)}</b>
            )}
          </div>
        )}
      </div>
      {proposal === null ? null : (
        <div className={styles.note}>
          <OpenProposal kind="site-config" proposal={proposal} />
        </div>
      )}
      <DetailPart title={texts.setting.history}>
        {setting.history.length === 0 ? (
          <p className={styles.foot}>{texts.setting.none}</p>
        ) : (
          <ol className={styles.versions}>
            {setting.history.map((step) => (
              <li key={step.changedAt}>
                <span>
                  <b>{shown(step.after)}</b>
                  <small>{step.by.join(language === 'tw' ? '、' : ', ')}</small>
                </span>
                <span className="num">{dayText(step.changedAt)}</span>
              </li>
            ))}
          </ol>
        )}
      </DetailPart>
      <DetailFoot>
        <span className={styles.foot}>{canPropose ? texts.setting.effect : texts.pane.noRight}</span>
        {canPropose && proposal === null ? (
          <ConsoleButton onPress={() => setProposing(true)}>{texts.pane.propose}</ConsoleButton>
        ) : null}
      </DetailFoot>
      {isProposing ? <ProposeSettingPopup setting={setting} onClose={() => setProposing(false)} /> : null}
    </>
  )
}
