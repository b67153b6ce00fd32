// What operators may set of the site, and what each value must be. Whatever an app would read and misunderstand is
// refused here, before two people are asked.

export const configNames = [
  'title',
  'logo',
  'menu',
  'support_contact',
  'invitation_code',
  'number_million_suffix',
  'image_base',
] as const
export type ConfigName = (typeof configNames)[number]
export const isConfigName = (name: string): name is ConfigName =>
  (configNames as readonly string[]).includes(name)

/** The bottom menu's entries. Home and Mine stay: without them nobody could get back or sign out. */
export const menuEntries = ['home', 'trade', 'market', 'follow', 'mine', 'news', 'funds'] as const

const checks: Readonly<Record<ConfigName, (value: string) => boolean>> = {
  title: (value) => value.trim() === value && value.length >= 1 && value.length <= 40,
  // Empty shows the bundled one; a picture is named by the hash of its bytes and never typed in.
  logo: (value) => value === '' || /^site\/logo\/[0-9a-f]{64}\.webp$/.test(value),
  menu: (value) => {
    const names = value.split(',')
    return (
      names.every((name) => (menuEntries as readonly string[]).includes(name)) &&
      new Set(names).size === names.length &&
      names.includes('home') &&
      names.includes('mine')
    )
  },
  // An address, a number, or a word of where to write to; the app makes a link of what is one.
  support_contact: (value) => value.length <= 200 && value.trim() === value && !/[<>\r\n]/.test(value),
  invitation_code: (value) => value === '' || /^[A-Z0-9]{4,16}$/.test(value),
  number_million_suffix: (value) => value.length <= 8 && !/[<>"'&]/.test(value),
  image_base: (value) => /^\/([a-z0-9-]+\/)*$/.test(value),
}

export const refuseConfigValue = (name: ConfigName, value: string): boolean => !checks[name](value)
