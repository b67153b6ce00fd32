export const texts: Readonly<Record<string, string>> = {
  passed: 'Passed and carried out',
  rejected: 'Rejected',
  expired: 'Expired, nothing was done',
  withdrawn: 'Withdrawn',
  login: 'Login name',
  name: 'Name',
  roles: 'Roles',
  'related-accounts': 'Own and related accounts',
  amount: 'Amount',
}
