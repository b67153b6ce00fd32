// The site values operators can set, and the format of each. A value an app would misread is refused here, before two
// operators vote on it.

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

/** The entries of the bottom menu. Home and Mine stay: without them a member could not go back or sign out. */
export const menuEntries = ['home', 'trade', 'market', 'follow', 'mine', 'news', 'funds'] as const

const checks: Readonly<Record<ConfigName, (value: string) => boolean>> = {
  title: (value) => value.trim() === value && value.length >= 1 && value.length <= 40,
  // Empty shows the bundled logo. An image is named by the hash of its bytes and never typed in.
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
  // An address, a number, or a word that says where to write; the app turns an address into a link.
  support_contact: (value) => value.length <= 200 && value.trim() === value && !/[<>\r\n]/.test(value),
  invitation_code: (value) => value === '' || /^[A-Z0-9]{4,16}$/.test(value),
  number_million_suffix: (value) => value.length <= 8 && !/[<>"'&]/.test(value),
  image_base: (value) => /^\/([a-z0-9-]+\/)*$/.test(value),
}

export const refuseConfigValue = (name: ConfigName, value: string): boolean => !checks[name](value)
