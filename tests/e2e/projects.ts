import type { Project } from '@playwright/test'

/** Every pair of width and language, width and theme, language and theme occurs; not every product of the three. */
const variants = [
  [360, 'tw', 'light'],
  [360, 'en', 'dark'],
  [390, 'tw', 'dark'],
  [390, 'en', 'light'],
  [750, 'tw', 'light'],
  [750, 'en', 'dark'],
] as const

export const projects: Project[] = variants.map(([width, lang, theme]) => ({
  name: `${width}-${lang}-${theme}`,
  metadata: { lang, theme },
  use: {
    viewport: { width, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: theme,
    locale: lang === 'tw' ? 'zh-TW' : 'en-GB',
  },
}))
