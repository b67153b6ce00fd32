import type { Language } from '@fairlot/app-shell/language'
import { useRead } from '#shell/data.ts'
import { type BothLanguages, OpenedText } from '#kit/writing/OpenedText.tsx'
import styles from './NewsOnPhone.module.css'

export interface NewsTexts {
  readonly title: BothLanguages
  readonly body: BothLanguages
  readonly picture: string | null
}

interface NewsOnPhoneProps {
  readonly article: NewsTexts
  readonly language: Language
  readonly when: string
}

/** The opened article. */
export const NewsOnPhone = ({ article: { title, body, picture }, language, when }: NewsOnPhoneProps) => (
  <div className={styles.phone} lang={language === 'tw' ? 'zh-Hant-TW' : 'en'}>
    <OpenedText
      title={title}
      body={body}
      language={language}
      when={when}
      picture={picture === null ? null : <Picture picture={picture} />}
    />
  </div>
)

const Picture = ({ picture }: { readonly picture: string }) => {
  const { data } = useRead('/news/readPicture', { picture })
  return data?.image == null ? null : <img src={`data:image/webp;base64,${data.image}`} alt="" />
}
