import { Card, CopyButton, Icon, LinkButton, Note, Timeline } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import styles from '../Auth.module.css'
import { AuthScreen } from '../AuthScreen.tsx'
import { authTexts } from '../texts/index.ts'

interface Props {
  readonly reference: string
  /** Shown only once: the server does not know it. */
  readonly recoveryKey: string
}

export const ReviewSent = ({ reference, recoveryKey }: Props) => {
  const t = authTexts.use().recovery.sent
  const shell = shellTexts.use()
  return (
    <AuthScreen languageChoice={false}>
      <span className={styles.tile}>
        <Icon name="check" size={1.75} />
      </span>
      <h1 className={styles.title}>{t.title}</h1>
      <p className={styles.lead}>{t.lead}</p>
      <div className={styles.after}>
        <Card pad>
          <div className={styles.reference}>
            <span className="caption">{t.reference}</span>
            <span className="mono">{reference}</span>
            <CopyButton text={reference} texts={shell.copy} />
          </div>
          <div className={styles.reference}>
            <span className="caption">{t.key}</span>
            <span className="mono">{recoveryKey}</span>
            <CopyButton text={recoveryKey} texts={shell.copy} />
          </div>
        </Card>
        <Note tone="warn" icon="key" className={styles.effect}>
          {t.keyText}
        </Note>
      </div>
      <div className={styles.after}>
        <Timeline
          steps={[
            { key: 'sent', state: 'done', title: t.steps.sent, actor: { text: t.actors.me, tone: 'me' } },
            {
              key: 'first',
              state: 'now',
              title: t.steps.first,
              caption: t.steps.firstCaption,
              actor: { text: t.actors.review },
            },
            {
              key: 'second',
              state: 'todo',
              title: t.steps.second,
              caption: t.steps.secondCaption,
              actor: { text: t.actors.review },
            },
            {
              key: 'reset',
              state: 'todo',
              title: t.steps.reset,
              caption: t.steps.resetCaption,
              actor: { text: t.actors.me, tone: 'me' },
            },
          ]}
        />
      </div>
      <div className={styles.last}>
        <LinkButton href="/login/login" kind="quiet" wide>
          {t.done}
        </LinkButton>
      </div>
    </AuthScreen>
  )
}
