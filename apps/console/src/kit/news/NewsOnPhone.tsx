import type { Language } from '@fairlot/app-shell/language'
import { blocksOf } from '@fairlot/rules/notices'
import { useRead } from '#shell/data.ts'
import styles from './NewsOnPhone.module.css'

type Texts = Readonly<Record<Language, string>>

export interface NewsTexts {
  readonly title: Texts
  readonly body: Texts
  readonly picture: string | null
}

interface NewsOnPhoneProps {
  readonly article: NewsTexts
  readonly language: Language
  readonly when: string
}

/** The opened article, with the parser of the member's screen. */
export const NewsOnPhone = ({ article: { title, body, picture }, language, when }: NewsOnPhoneProps) => (
  <article className={styles.phone} lang={language === 'tw' ? 'zh-Hant-TW' : 'en'}>
    {picture === null ? null : <Picture picture={picture} />}
    <h3>{title[language] || '—'}</h3>
    <small>{when}</small>
    {blocksOf(body[language]).map((block, n) =>
      block.kind === 'heading' ? (
        <h4 key={n}>{block.text}</h4>
      ) : block.kind === 'text' ? (
        <p key={n}>{block.text}</p>
      ) : (
        <dl key={n}>
          {block.rows.map(([left, right]) => (
            <div key={left}>
              <dt>{left}</dt>
              <dd>{right}</dd>
            </div>
          ))}
        </dl>
      ),
    )}
  </article>
)

const Picture = ({ picture }: { readonly picture: string }) => {
  const { data } = useRead('/news/readPicture', { picture })
  return data?.image == null ? null : <img src={`data:image/webp;base64,${data.image}`} alt="" />
}
